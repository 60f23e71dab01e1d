// How long somebody looked at a category: told every half minute, when another one comes, and on leaving. The last one that was
// told of is where the gallery begins the next time.
{
    const PATH = "/kids/looks";
    const BEAT = 30_000; // milliseconds
    const ASLEEP = 120_000; // milliseconds without a touch after which nobody counts as looking

    Storytime.Looks = class {
        constructor() {
            this.category = null;
            this.milliseconds = 0; // that are not told yet
            this.since = null; // when the current look began, or was last added up
            this.touched = performance.now();
            for (const type of ["pointerdown", "keydown", "wheel"]) addEventListener(type, () => this.wake(), { capture: true, passive: true });
            document.addEventListener("visibilitychange", () => {
                if (document.hidden) this.leave();
                else this.wake();
            });
            addEventListener("pagehide", () => this.leave());
            setInterval(() => this.beat(), BEAT);
        }

        // Another category is there.
        show(category) {
            if (category === this.category) return;
            if (this.category !== null) this.beat();
            this.category = category;
            this.since = performance.now();
        }

        wake() {
            this.add();
            this.touched = performance.now();
            this.since ??= this.touched;
        }

        add() {
            if (this.since === null) return;
            const now = performance.now();
            const end = Math.min(now, this.touched + ASLEEP);
            this.milliseconds += Math.max(0, end - this.since);
            this.since = end < now ? null : now;
        }

        // What is to be told; parts of seconds stay for the next time.
        take() {
            this.add();
            const seconds = Math.floor(this.milliseconds / 1000);
            this.milliseconds -= seconds * 1000;
            return new URLSearchParams({ category: this.category, seconds });
        }

        async beat() {
            if (this.category === null || document.hidden) return;
            const answer = await fetch(PATH, { method: "POST", body: this.take(), keepalive: true }).catch(() => undefined);
            // Kids Mode has ended, or is another child's.
            if (answer && (answer.redirected || answer.status === 401)) location.assign("/kids");
        }

        leave() {
            if (this.category === null) return;
            navigator.sendBeacon(PATH, this.take());
            this.since = null;
        }
    };
}
