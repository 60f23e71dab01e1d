// The film of the page and its buttons: speed, jumps, step mode, what is repeated, and where whoever watches is.
{
    const { Reading } = Storytime;
    const SAVED = 30_000; // milliseconds of playing between two places that are saved
    const PATIENCE = 1000; // milliseconds
    const SLOWEST = 0.5;
    const QUARTER = 0.25;
    const FASTEST = 2;
    const KEPT = "storytime.reading"; // how this browser likes the page: the jumps, and whether the picture is shown

    const keep = () => {
        try { return JSON.parse(localStorage.getItem(KEPT)) ?? {}; } catch { return {}; }
    };

    Storytime.ReadingPlayer = class {
        lines = [];
        points = { a: null, b: null };
        isStepping = false;
        isLooping = false;
        loopsForPoints = false; // whether it repeats because A and B were set
        stepping = { line: -1, done: -1 };
        wants = false;
        isMoved = false; // whether somebody chose a place

        // `look` hears each picture: where the film is. `change` hears that A, B, step mode or repeating have changed.
        constructor(place, { look, change }) {
            Object.assign(this, { place, look, change });
            const { dataset } = place;
            this.path = dataset.path;
            this.child = dataset.child;
            this.video = place.querySelector("video, film-frame"); // another site's player has what a <video> has
            this.liked = { jump: "5", ...keep() };
            const { video } = this;
            video.controls = false;
            video.preload = "auto";
            const seconds = dataset.seconds ? Number(dataset.seconds) : null;
            this.film = new Storytime.Film(video, {
                canvas: place.querySelector(".reading-still"),
                isWanted: () => this.wants,
                renew: async () => undefined,
                fail: () => this.fail(),
            });
            if (this.child) {
                const say = (isCounted) => {
                    const note = place.querySelector("[data-lost]");
                    if (note && !isCounted) note.textContent = note.dataset.lost;
                };
                this.watching = new Storytime.Watching(video, {
                    href: dataset.events, child: Number(this.child), book: Number(dataset.book), isPrompt: true, onAnswer: say,
                });
            }
            const storyboard = new Storytime.Storyboard();
            this.bar = new Storytime.SeekBar(place.querySelector(".reading-bar"), video, { seek: (to) => this.seek(to), storyboard });
            this.keys = new Storytime.MediaKeys(video, { play: () => this.play(), pause: () => video.pause(), seek: (to) => this.seek(to) });
            this.keys.name(dataset.title);
            new Storytime.Screen(video);
            this.follow();
            // What this browser likes, if this film has it; an address may ask for another form.
            const forms = place.querySelector("[data-form]");
            if (forms && !forms.value && [...forms.options].some(({ value }) => value === this.liked.form)) forms.value = this.liked.form;
            this.film.choose(forms?.value);
            this.film.open(`${this.path}/film`, {
                position: Number(dataset.start || 0), sources: Number(dataset.sources), expiresAt: dataset.expires ? Number(dataset.expires) : null,
            });
            this.bar.open(seconds);
            storyboard.open(dataset.storyboard);
            this.speed(place.querySelector("[data-speed]").value);
        }

        get time() { return this.video.currentTime; }

        get second() { return Math.floor(this.video.ended ? 0 : this.time); }

        // Whoever only looked was nowhere yet.
        get isUnsaved() { return this.isMoved && this.video.readyState !== 0 && this.second !== this.saved; }

        get duration() { return this.bar.duration ?? 0; }

        follow() {
            const { video } = this;
            const on = (type, act) => video.addEventListener(type, act);
            on("play", () => {
                this.wants = true;
                this.isMoved = true;
                this.place.querySelector(".reading-trouble").hidden = true;
                this.watch();
                this.show();
            });
            on("pause", () => {
                if (!video.error) this.wants = false;
                this.show();
                this.save();
                this.look(this.time);
            });
            on("seeking", () => this.begin());
            on("seeked", () => this.look(this.time));
            on("timeupdate", () => this.see()); // While the page is hidden no pictures are painted.
            on("ended", () => {
                const to = Reading.loop({ isOn: this.isLooping, ...this.points }, this.time, true);
                if (to === null) return;
                this.seek(to);
                this.play();
            });
            const leave = () => this.save(true);
            document.addEventListener("visibilitychange", () => {
                if (document.visibilityState === "hidden") leave();
            });
            addEventListener("pagehide", leave);
            document.addEventListener("click", (event) => this.follows(event));
            this.savedAt = Date.now();
        }

        // A link waits until the place is saved: its page may show it.
        async follows(event) {
            const link = event.target.closest?.("a[href]");
            const isPlain = !(event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.defaultPrevented);
            if (!link || !isPlain || link.target || link.hasAttribute("download")) return;
            const goes = link.origin === location.origin && (link.pathname !== location.pathname || link.search !== location.search);
            if (!goes || !this.isUnsaved) return;
            event.preventDefault();
            this.save();
            await Promise.race([this.saving, new Promise((done) => setTimeout(done, PATIENCE))]);
            location.href = link.href;
        }

        // Looks at each picture while it plays: a word is marked within a picture of the sound.
        watch() {
            cancelAnimationFrame(this.frame);
            const look = () => {
                if (this.video.paused) return;
                this.see();
                this.frame = requestAnimationFrame(look);
            };
            this.frame = requestAnimationFrame(look);
        }

        see() {
            const { video, time } = this;
            if (video.paused || video.seeking) return;
            const to = Reading.loop({ isOn: this.isLooping, ...this.points }, time);
            if (to !== null) return this.seek(to);
            if (this.until !== undefined && time >= this.until) {
                this.until = undefined;
                video.pause();
                return;
            }
            this.stepping = Reading.step(this.stepping, this.lines, time);
            if (this.isStepping && this.stepping.pauses) {
                video.pause();
                return;
            }
            this.look(time);
            if (Date.now() - this.savedAt >= SAVED) this.save();
        }

        begin() {
            this.stepping = { line: -1, done: -1 };
        }

        play() {
            this.wants = true;
            this.until = undefined;
            this.video.play().catch(() => { this.wants = false; });
        }

        toggle() {
            if (this.video.paused) return this.play();
            // Its event comes later, and the size may be changed before that.
            this.wants = false;
            this.video.pause();
        }

        seek(to) {
            if (to === null) return;
            this.isMoved = true;
            this.until = undefined;
            this.film.freshen();
            this.film.position = to;
            this.video.currentTime = to;
        }

        jump(direction) {
            this.seek(Reading.jump(this.liked.jump, direction, this.lines, this.time, this.duration));
        }

        // The line that is said, or was said last, from its beginning.
        repeat() {
            const line = this.lines[this.paused ?? Reading.begun(this.lines, this.time)];
            if (!line) return;
            this.seek(line.start);
            this.play();
        }

        // The line at whose end step mode has stopped is still the one to be repeated.
        get paused() {
            const { done } = this.stepping;
            return this.isStepping && this.video.paused && done >= 0 ? done : undefined;
        }

        next(direction) {
            this.seek(Reading.jump("line", direction, this.lines, this.time, this.duration));
        }

        // Says a part again, and stops behind it.
        hear(start, end) {
            this.seek(start);
            this.play();
            this.until = end;
        }

        step(isOn = !this.isStepping) {
            this.isStepping = isOn;
            this.changed();
        }

        loop(isOn = !this.isLooping) {
            this.isLooping = isOn;
            this.loopsForPoints = false;
            this.changed();
        }

        // A point that is set is one to repeat from or to.
        point(name, time = this.time) {
            this.points = Reading.point(this.points, name, Math.min(time, this.duration || time));
            if (this.points.a !== null && this.points.b !== null && !this.isLooping) this.isLooping = this.loopsForPoints = true;
            this.changed();
        }

        // From a line's beginning to its end, until somebody turns it off.
        repeatPart(start, end) {
            this.points = { a: null, b: null };
            this.point("a", start);
            this.point("b", end);
            this.seek(start);
            this.play();
        }

        // Where a part ends that is set now: behind the line that is said, where it has only begun.
        get end() {
            const { a } = this.points;
            const line = this.lines[Reading.begun(this.lines, this.time)];
            return a !== null && line && a >= line.start && this.time - a < 0.5 ? line.end : this.time;
        }

        forget() {
            this.points = { a: null, b: null };
            // What was repeated was this part, not the story.
            if (this.loopsForPoints) this.isLooping = this.loopsForPoints = false;
            this.changed();
        }

        changed() {
            this.show();
            this.change();
        }

        // Shows it and, if somebody chose it, keeps it.
        speed(text, isChosen = false) {
            const speed = Number(text);
            if (!(speed >= SLOWEST && speed <= FASTEST)) return;
            this.video.defaultPlaybackRate = speed;
            this.video.playbackRate = speed;
            this.place.querySelector("[data-speed]").value = String(speed);
            if (isChosen) this.send("speed", { speed: String(speed) });
        }

        faster(by) {
            this.speed(Math.min(FASTEST, Math.max(SLOWEST, this.video.playbackRate + by * QUARTER)), true);
        }

        // Another source or size of the film, from now on.
        choose(form) {
            this.like("form", form);
            this.film.choose(form);
        }

        like(name, value) {
            this.liked[name] = value;
            try { localStorage.setItem(KEPT, JSON.stringify(this.liked)); } catch { /* Until the page is left, then. */ }
            this.show();
        }

        // Where whoever watches is: with a child for the child, otherwise the parent's own.
        save(isLeaving = false) {
            this.savedAt = Date.now();
            if (!this.isUnsaved) return;
            this.saved = this.second;
            this.saving = this.send("place", { seconds: this.saved }, isLeaving);
        }

        send(name, fields, isLeaving = false) {
            const body = new URLSearchParams({ ...fields, ...(this.child ? { child: this.child } : {}) });
            if (isLeaving && navigator.sendBeacon?.(`${this.path}/${name}`, body)) return undefined;
            return fetch(`${this.path}/${name}`, { method: "POST", body, keepalive: true }).catch(() => { /* The next one, then. */ });
        }

        fail() {
            this.wants = false;
            this.place.querySelector(".reading-trouble").hidden = false;
            this.show();
        }

        retry() {
            this.place.querySelector(".reading-trouble").hidden = true;
            this.film.reopen();
            this.play();
        }

        show() {
            const { place, video, liked } = this;
            const toggle = place.querySelector("[data-act=toggle]");
            const name = video.paused ? "Play" : "Pause";
            toggle.setAttribute("aria-label", this.isStepping ? `${name} (step mode)` : name);
            toggle.dataset.shows = `${name.toLowerCase()}${this.isStepping ? ".outline" : ""}`;
            place.querySelector("[data-act=step]").setAttribute("aria-checked", String(this.isStepping));
            for (const button of place.querySelectorAll("[data-act=loop]")) {
                button.setAttribute(button.getAttribute("role") === "menuitemcheckbox" ? "aria-checked" : "aria-pressed", String(this.isLooping));
            }
            const isPart = this.points.a !== null || this.points.b !== null;
            place.querySelector("button.reading-loop").setAttribute("aria-label", isPart ? "Repeat from A to B" : "Repeat everything");
            const words = liked.jump === "line" ? ["Previous line", "Next line"] : [`Back ${liked.jump} seconds`, `Forward ${liked.jump} seconds`];
            for (const [index, act] of ["back", "forward"].entries()) {
                const button = place.querySelector(`[data-act=${act}]`);
                button.setAttribute("aria-label", words[index]);
                button.querySelector("span").textContent = liked.jump === "line" ? "" : liked.jump;
            }
            place.querySelector("[data-jump]").value = liked.jump;
            place.toggleAttribute("data-collapsed", liked.isCollapsed === true);
            const collapse = place.querySelector("[data-act=collapse]");
            collapse.setAttribute("aria-expanded", String(!liked.isCollapsed));
            collapse.title = liked.isCollapsed ? "Show the picture" : "Hide the picture";
        }
    };
}
