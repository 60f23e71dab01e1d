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
globalThis.performance = { now: () => clock.now };
Date.now = () => clock.now;

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
