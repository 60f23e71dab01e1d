// Jumps in a film: those that follow each other within half a second are one, and less than a second is none.
{
    const TOGETHER = 500; // milliseconds
    const LEAST = 1; // seconds

    Storytime.Seeks = class {
        // `report` hears of a jump: from where, to where, and when it was over.
        constructor(report) {
            this.report = report;
        }

        get isOpen() {
            return this.from !== undefined;
        }

        start(from) {
            clearTimeout(this.timer);
            this.from ??= from;
            this.to = undefined;
        }

        land(to) {
            if (!this.isOpen) return;
            clearTimeout(this.timer);
            this.to = to;
            this.at = Date.now();
            this.timer = setTimeout(() => this.settle(), TOGETHER);
        }

        // One that has not landed goes on.
        settle() {
            if (this.to === undefined) return;
            const { from, to, at } = this;
            this.forget();
            if (Math.abs(to - from) >= LEAST) this.report(from, to, at);
        }

        forget() {
            clearTimeout(this.timer);
            this.from = undefined;
            this.to = undefined;
        }
    };
}
