// What scripts of a page expect of a browser and QuickJS does not have: a clock, which the tests move, and methods of arrays
// that are younger than it.
"use strict";

const clock = {
    now: 1_000_000,
    timers: new Map(),
    number: 0,

    // Goes on to the next timer and runs it, or to the end if none is due until then: whether there may be more.
    pass(end) {
        const [next] = [...this.timers].sort(([one, { at }], [other, { at: later }]) => at - later || one - other);
        if (!next || next[1].at > end) {
            this.now = end;
            return false;
        }
        const [number, { act, at }] = next;
        this.timers.delete(number);
        this.now = Math.max(this.now, at);
        act();
        return true;
    },
};

globalThis.setTimeout = (act, wait = 0) => {
    clock.number += 1;
    clock.timers.set(clock.number, { act, at: clock.now + Math.max(0, wait) });
    return clock.number;
};
globalThis.clearTimeout = (number) => clock.timers.delete(number);
globalThis.setInterval = (act, wait) => {
    const again = (number) => clock.timers.set(number, { act: run, at: clock.now + wait });
    const run = () => {
        again(number);
        act();
    };
    clock.number += 1;
    const number = clock.number;
    again(number);
    return number;
};
globalThis.clearInterval = globalThis.clearTimeout;
globalThis.performance = { now: () => clock.now };
Date.now = () => clock.now;

// What events are heard from, and fired at by the tests.
class Target {
    heard = [];

    addEventListener(type, act) {
        this.heard.push([type, act]);
    }

    fire(type) {
        for (const [name, act] of this.heard) if (name === type) act({ type });
    }
}

// A <video> that moves on with the clock, or stands, as a test says.
class Film extends Target {
    seeking = false;
    paused = true;
    ended = false;
    error = null;
    readyState = 4;
    playbackRate = 1;
    place = 0;
    since = null; // when it began to move on, unless it stands

    get currentTime() {
        return this.place + (this.since === null ? 0 : ((clock.now - this.since) / 1000) * this.playbackRate);
    }

    set currentTime(place) {
        this.place = place;
        if (this.since !== null) this.since = clock.now;
    }

    move() {
        this.since = clock.now;
        this.news = setInterval(() => this.fire("timeupdate"), 250);
    }

    stand() {
        this.place = this.currentTime;
        this.since = null;
        clearInterval(this.news);
    }
}

globalThis.window = new Target();
globalThis.document = Object.assign(new Target(), { visibilityState: "visible" });
globalThis.crypto = { getRandomValues: (bytes) => bytes.map(() => Math.floor(Math.random() * 256)) };
globalThis.matchMedia = () => ({ matches: false });

Array.prototype.at = function (index) {
    return this[index < 0 ? this.length + index : index];
};
Array.prototype.findLastIndex = function (isWanted) {
    for (let index = this.length - 1; index >= 0; index -= 1) {
        if (isWanted(this[index], index, this)) return index;
    }
    return -1;
};

// A value as the tests read it.
const said = (value) => JSON.stringify(value ?? null, (_, part) => (typeof part === "number" && !Number.isFinite(part) ? String(part) : part));
