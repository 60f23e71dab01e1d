// When what was watched is sent: at once, unless the server took something less than ten seconds ago; then once, ten seconds
// after that. The end of a story goes always, and so does what is waiting when the page may be going away.
{
    const APART = 10_000; // milliseconds between two saves
    const LONGEST = 300_000; // milliseconds from a save that failed to the next try, at most

    Storytime.Saves = class {
        isPending = false;
        sending = 0; // requests under way
        failures = 0;
        takenAt = -Infinity;

        // `send` sends everything there is, and promises whether the server took it.
        constructor(send) {
            this.send = send;
        }

        // A place that should be known soon.
        soon() {
            this.isPending = true;
            if (!this.sending) this.sendIn(this.takenAt + APART - Date.now());
        }

        // Something that can go along with the next place, and has time until then.
        later() {
            this.isPending = true;
            if (!this.sending) this.sendIn(APART);
        }

        end() {
            this.go();
        }

        // Whether something was waiting, which the caller sends in whatever way works as a page goes.
        leave() {
            const isPending = this.isPending;
            this.forget();
            return isPending;
        }

        sendIn(delay) {
            // A clock that was set back would make it wait for hours.
            const wait = Math.min(delay, APART);
            if (wait <= 0) return this.go();
            const due = Date.now() + wait;
            if (this.timer && this.due <= due) return;
            clearTimeout(this.timer);
            this.due = due;
            this.timer = setTimeout(() => this.go(), wait);
        }

        forget() {
            clearTimeout(this.timer);
            this.timer = undefined;
            this.isPending = false;
        }

        async go() {
            this.forget();
            this.sending += 1;
            const isTaken = await this.send();
            this.sending -= 1;
            if (isTaken) {
                this.takenAt = Date.now();
                this.failures = 0;
                // What came meanwhile may have been too late to go along.
                if (this.isPending) this.soon();
                return;
            }
            this.isPending = true;
            this.failures += 1;
            clearTimeout(this.timer);
            const wait = Math.min(APART * 2 ** (this.failures - 1), LONGEST);
            this.due = Date.now() + wait;
            this.timer = setTimeout(() => this.go(), wait);
        }
    };
}
