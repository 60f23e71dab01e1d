// What was watched and is not known to the server yet: one entry of localStorage for each event, so that it survives a crash
// and two tabs never write the same one. Where nothing can be stored it waits in memory. Events belong to a child, and only
// pages of that child send them.
{
    const MOST = 50; // events in a request
    const LARGEST = 16_000; // characters of a request; all that is under way as a page goes may have 64 KiB
    const LAST = 3; // requests as a page goes
    const PATIENCE = 3; // how often another tab's turn is respected: a page that sleeps may hold it for ever
    const ARRIVED = 5000; // milliseconds after which a beacon is where it goes, or lost
    const SILENT = 30_000; // milliseconds after which a page that marked where it was must be gone
    const KEPT = [401, 404, 408, 429]; // answers after which it is worth trying again
    const TYPE = "application/json";

    Storytime.Outbox = class {
        memory = new Map();
        underWay = new Set();
        number = 0;
        most = MOST;
        refusals = 0;

        // `onAnswer` hears of each answer whether the server took all of it, and its status. A device says with each request what its clock
        // shows, or with none: the console's player does not.
        constructor(href, child, { onAnswer = () => {}, saysTime = true } = {}) {
            Object.assign(this, { href, onAnswer, saysTime });
            this.prefix = `storytime.event.${child}.`;
            this.tab = Storytime.name();
            this.marks = `storytime.mark.${child}.`;
        }

        // The event with which a viewing ends if this page is killed: nobody hears of it while the page lives.
        mark(event) {
            try {
                if (event) localStorage.setItem(this.marks + this.tab, JSON.stringify(event));
                else localStorage.removeItem(this.marks + this.tab);
            } catch { /* Then the last heartbeat has to do. */ }
        }

        // Takes up what killed pages marked. One that only slept goes on with a sign of its own: a pause before it changes nothing.
        adopt() {
            try {
                const keys = Array.from(localStorage, (_, index) => localStorage.key(index)).filter((key) => key.startsWith(this.marks));
                for (const key of keys) {
                    const event = Storytime.Outbox.read(localStorage.getItem(key));
                    if (event && Date.now() - Date.parse(event.occurred_at) < SILENT) continue;
                    if (event) this.put(event);
                    localStorage.removeItem(key);
                }
            } catch { /* Nothing is stored, then. */ }
        }

        put(event) {
            this.number += 1;
            const key = `${this.prefix}${this.tab}.${String(this.number).padStart(6, "0")}`;
            const text = JSON.stringify(event);
            try {
                localStorage.setItem(key, text);
            } catch {
                this.memory.set(key, text);
            }
        }

        get isEmpty() {
            return this.waiting().length === 0;
        }

        // Sends all there is, and promises whether the server has answered for it.
        flush() {
            this.isAsked = true;
            this.running ??= this.run().finally(() => {
                this.running = undefined;
            });
            return this.running;
        }

        // As the page goes: without waiting for anything. What can't be sent stays for the next page.
        leave() {
            for (let count = 0; count < LAST; count += 1) {
                const batch = this.batch();
                if (!batch.length) return;
                this.send(batch, true);
            }
        }

        async run() {
            let isTaken = true;
            while (this.isAsked && isTaken) {
                this.isAsked = false;
                isTaken = await this.inTurn(() => this.sendAll());
            }
            return isTaken;
        }

        // One tab at a time, where the browser can: the turn is taken for each flush, never for good.
        inTurn(act) {
            if (!navigator.locks) return act();
            return navigator.locks.request("storytime.outbox", { ifAvailable: true }, (lock) => {
                this.refusals = lock ? 0 : this.refusals + 1;
                return lock || this.refusals >= PATIENCE ? act() : false;
            });
        }

        // All there is now: what comes while it is under way waits for its own time.
        async sendAll() {
            const keys = new Set(this.waiting().map(({ key }) => key));
            const isDue = ({ key }) => keys.has(key);
            for (let batch = this.batch(isDue); batch.length; batch = this.batch(isDue)) {
                if (!(await this.send(batch, false))) return false;
            }
            return true;
        }

        async send(batch, isLeaving) {
            const body = this.body(batch);
            for (const { key } of batch) this.underWay.add(key);
            if (isLeaving && !("keepalive" in Request.prototype)) return this.throwAfter(batch, body);
            try {
                const headers = { "Content-Type": TYPE, Accept: TYPE };
                const answer = await fetch(this.href, { method: "POST", keepalive: true, redirect: "error", headers, body });
                return await this.hear(answer, batch);
            } catch {
                return false;
            } finally {
                for (const { key } of batch) this.underWay.delete(key);
            }
        }

        // Nobody hears whether it arrived: a page that stays after all sends it again, and the server knows it.
        throwAfter(batch, body) {
            setTimeout(() => {
                for (const { key } of batch) this.underWay.delete(key);
            }, ARRIVED);
            return navigator.sendBeacon(this.href, new Blob([body], { type: TYPE }));
        }

        async hear(answer, batch) {
            const { status } = answer;
            if (status >= 500) return false;
            if (!answer.ok) this.onAnswer(false, status);
            if (KEPT.includes(status)) return false;
            if (status === 413 && batch.length > 1) {
                this.most = Math.ceil(batch.length / 2);
                return true;
            }
            // Whatever else it has against the request, it will have tomorrow.
            if (!answer.ok) return this.remove(batch);
            const { results } = await answer.json();
            const answered = new Map(results.map((result) => [result.client_event_id, result.status]));
            const known = batch.filter(({ event }) => answered.has(event.client_event_id));
            this.onAnswer(![...answered.values()].includes("refused"), status);
            return this.remove(known);
        }

        // Whether there was anything to remove: an answer for nothing would be asked for again and again.
        remove(batch) {
            for (const { key } of batch) {
                this.memory.delete(key);
                try {
                    localStorage.removeItem(key);
                } catch { /* Then it is in memory only. */ }
            }
            return batch.length > 0;
        }

        body(batch) {
            const events = batch.map(({ event }) => event);
            return JSON.stringify(this.saysTime ? { sent_at: new Date().toISOString(), events } : { events });
        }

        // The oldest events that fit into a request and are not under way.
        batch(isDue = () => true) {
            const batch = [];
            let size = 100;
            for (const entry of this.waiting().filter(isDue)) {
                size += entry.text.length + 1;
                if (batch.length === this.most || (batch.length && size > LARGEST)) break;
                batch.push(entry);
            }
            return batch;
        }

        waiting() {
            const entries = [...this.memory];
            try {
                for (let index = 0; index < localStorage.length; index += 1) {
                    const key = localStorage.key(index);
                    if (key.startsWith(this.prefix)) entries.push([key, localStorage.getItem(key)]);
                }
            } catch { /* Nothing is stored, then. */ }
            return entries
                .filter(([key]) => !this.underWay.has(key))
                .map(([key, text]) => ({ key, text, event: Storytime.Outbox.read(text) }))
                .filter((entry) => entry.event || !this.remove([entry]))
                .sort((a, b) => a.event.occurred_at.localeCompare(b.event.occurred_at) || a.key.localeCompare(b.key));
        }

        static read(text) {
            try {
                const event = JSON.parse(text);
                return typeof event.occurred_at === "string" ? event : undefined;
            } catch {
                return undefined;
            }
        }
    };
}
