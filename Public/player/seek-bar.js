// The bar of a film: what was played, what is buffered, and the way to another place. The <input> takes pointers, keys and
// screen readers; what is seen is drawn by CSS from three variables, so that a reader is not told of each second.
{
    const STEP = 5; // seconds by an arrow
    const PAGE = 30;
    const SPOKEN = 10_000; // milliseconds between two texts for a screen reader that is elsewhere

    Storytime.SeekBar = class {
        // `seek` goes to a place. Without an <input> in its place, the bar only shows.
        constructor(place, video, { seek, storyboard }) {
            Object.assign(this, { place, video, seek, storyboard });
            const find = (name) => place.querySelector(`.seek-${name}`);
            this.input = find("input");
            this.tip = find("tip");
            this.picture = find("picture");
            this.tipTime = find("tip-time");
            this.time = find("time");
            this.spoken = this.input ?? find("track");
            for (const type of ["timeupdate", "durationchange", "progress", "emptied"]) video.addEventListener(type, () => this.draw());
            for (const type of ["seeked", "pause", "durationchange"]) video.addEventListener(type, () => this.speak());
            if (this.input) this.listen();
        }

        // The length that the server knows is shown until the film is there.
        open(duration) {
            this.known = duration;
            this.cancel();
            this.draw();
            this.speak();
        }

        get duration() {
            const { duration } = this.video;
            return Number.isFinite(duration) && duration > 0 ? duration : this.known;
        }

        listen() {
            const { input } = this;
            input.addEventListener("pointerdown", () => {
                this.isHeld = true;
                input.value = this.video.currentTime;
            });
            input.addEventListener("input", () => this.preview(Number(input.value)));
            input.addEventListener("change", () => {
                this.cancel();
                this.seek(Number(input.value));
            });
            // A press that moved nothing has no change.
            for (const type of ["pointerup", "pointercancel"]) {
                input.addEventListener(type, () => setTimeout(() => this.cancel()));
            }
            input.addEventListener("focus", () => this.speak());
            input.addEventListener("keydown", (event) => this.press(event));
        }

        press(event) {
            if (event.altKey || event.ctrlKey || event.metaKey) return;
            const target = this.target(event.key);
            if (target === undefined) return;
            event.preventDefault();
            this.seek(target);
            this.speak();
        }

        // Where a key leads, and whether it leads anywhere.
        target(key) {
            const steps = { ArrowLeft: -STEP, ArrowDown: -STEP, ArrowRight: STEP, ArrowUp: STEP, PageDown: -PAGE, PageUp: PAGE };
            if (key === "Home") return 0;
            if (key === "End") return this.duration;
            if (!(key in steps) || !this.duration) return undefined;
            return Math.min(Math.max(0, this.video.currentTime + steps[key]), this.duration);
        }

        preview(seconds) {
            this.isDragged = true;
            this.place.dataset.dragged = "";
            this.tip.hidden = false;
            this.tipTime.textContent = Storytime.Times.clock(seconds);
            this.storyboard.show(seconds, this.picture);
            this.draw();
        }

        cancel() {
            this.isHeld = false;
            this.isDragged = false;
            delete this.place.dataset.dragged;
            if (this.tip) this.tip.hidden = true;
        }

        draw() {
            const { duration, video } = this;
            const share = (seconds) => (duration ? Math.min(1, seconds / duration) : 0);
            const now = this.isDragged ? Number(this.input.value) : video.currentTime;
            this.place.style.setProperty("--played", share(now).toFixed(4));
            this.place.style.setProperty("--buffered", share(this.buffered()).toFixed(4));
            const { clock } = Storytime.Times;
            // The length is rounded, as on the shelf, and the end is there when it is reached.
            const total = duration && Math.round(duration);
            const elapsed = duration && (now >= duration || (video.ended && !this.isDragged)) ? total : Math.min(now, total || Infinity);
            const text = duration ? `${clock(elapsed)} / ${clock(total)}` : clock(now);
            if (this.time.textContent !== text) this.time.textContent = text;
            if (this.isDragged) return;
            if (document.activeElement !== this.input && Date.now() - (this.spokenAt ?? 0) >= SPOKEN) this.speak();
        }

        // Until where it could play from here.
        buffered() {
            const { buffered, currentTime } = this.video;
            for (let index = 0; index < buffered.length; index += 1) {
                if (buffered.start(index) <= currentTime + 0.5 && currentTime <= buffered.end(index)) return buffered.end(index);
            }
            return currentTime;
        }

        // The number and its words change together, or some readers say both.
        speak() {
            const { duration, video } = this;
            if (!duration || this.isHeld) return;
            this.spokenAt = Date.now();
            const text = Storytime.Times.spoken(video.currentTime, duration);
            if (this.input) {
                this.input.max = duration;
                this.input.value = video.currentTime;
            } else {
                this.spoken.setAttribute("aria-valuemax", Math.round(duration));
                this.spoken.setAttribute("aria-valuenow", Math.floor(video.currentTime));
            }
            if (this.spoken.getAttribute("aria-valuetext") !== text) this.spoken.setAttribute("aria-valuetext", text);
        }
    };
}
