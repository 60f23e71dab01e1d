// The player of Kids Mode: a stage that is filled with one story after another. Its look follows `data-state`: loading,
// playing, paused, asking (the browser wants a tap first), error or ended.
{
    const SLOW = 200; // milliseconds until loading is shown: most films are there sooner
    const WAITING = 250; // milliseconds until buffering is
    const SAID = 3000; // milliseconds for which it says where a story goes on
    const IDLE = 3000; // milliseconds until the controls of a playing story go away
    const STEP = 5; // seconds by an arrow key
    const NOT_SIGNED_IN = 401;

    Storytime.Player = class {
        wants = false; // whether it should be playing

        // `leave` is what "Back to Library" does; without it, the link leads there.
        // `turn` is what "Next Story" does, told of that story.
        constructor(stage, { leave, turn } = {}) {
            const find = (name) => stage.querySelector(`.stage-${name}`);
            const video = stage.querySelector("video");
            Object.assign(this, { stage, video, leave, turn, next: find("next") });
            this.toggleButton = find("toggle");
            this.resumed = find("resumed");
            this.readLink = find("read"); // for those who may
            this.readLink?.addEventListener("click", ({ currentTarget: link }) => {
                link.href = `${link.pathname}?t=${Math.floor(video.currentTime)}`;
            });
            this.mayScrub = "scrub" in stage.dataset;
            const seek = this.mayScrub ? (to) => this.seek(to) : undefined;

            video.controls = false;
            video.preload = "auto";
            video.setAttribute("x-webkit-airplay", "deny");
            video.setAttribute("controlslist", "nodownload nofullscreen noremoteplayback noplaybackrate");
            video.disableRemotePlayback = true;
            video.disablePictureInPicture = true;

            this.film = new Storytime.Film(video, {
                canvas: find("still"),
                isWanted: () => this.wants,
                renew: async () => (await this.ask())?.expires_at,
                fail: () => this.fail(),
            });
            this.watching = new Storytime.Watching(video, {
                href: stage.dataset.events,
                child: Number(stage.dataset.child),
                pausesWhenHidden: true,
                onAnswer: (_, status) => this.heed(status),
            });
            this.storyboard = new Storytime.Storyboard();
            this.bar = new Storytime.SeekBar(find("bar"), video, { seek, storyboard: this.storyboard });
            this.captions = new Storytime.Captions(video, {
                overlay: find("captions"), button: find("captions-button"), child: stage.dataset.child,
                isUsuallyOn: "captions" in stage.dataset,
            });
            this.keys = new Storytime.MediaKeys(video, { play: () => this.play(), pause: () => this.pause(), seek });
            new Storytime.Screen(video);
            // Captions stand above the controls, however high large text makes these.
            new ResizeObserver(([{ target }]) => stage.style.setProperty("--controls", `${target.offsetHeight}px`)).observe(find("controls"));
            this.follow();
            this.obey(find);
        }

        // One tap plays, everywhere, because this calls play() in the task of the tap.
        open(story) {
            const { stage } = this;
            const start = Storytime.Rules.start(story.position, story.seconds);
            stage.dataset.playing = story.book;
            Object.assign(this, { story, start, isNew: true, isAtEnd: false, wasFinished: false, wants: true });
            stage.hidden = false;
            stage.setAttribute("aria-label", story.title);
            this.show("loading");
            this.watching.open(story.book);
            this.captions.close();
            if (this.turn) this.offer();
            this.film.open(Storytime.Journey.film(story.book, story.film), { position: start, sources: story.sources, expiresAt: story.expiresAt });
            this.play();
            this.bar.open(story.seconds);
            this.keys.name(story.title);
            this.furnish(story);
        }

        // What a cover does not say comes while the film loads already.
        async furnish(story) {
            const { language } = story;
            const more = story.captions ? story : await this.ask().then((found) => found && {
                captions: found.captions, storyboard: found.storyboard, sources: found.source_count, expiresAt: found.expires_at,
                choice: found.captions_choice, isInSeries: found.is_in_series, following: found.following,
            });
            if (!more || this.story !== story) return;
            if (more !== story) {
                this.film.sources = more.sources;
                this.film.expire(more.expiresAt);
            }
            const { choice, isInSeries } = more;
            story.isInSeries = isInSeries;
            if (this.turn) this.offer(more.following);
            this.captions.open(more.captions, language, { choice, keep: isInSeries && ((captions) => this.keep(story.book, captions)) });
            if (this.readLink) {
                this.readLink.href = `/kids/read/${story.book}`;
                this.readLink.hidden = more.captions.length === 0;
            }
            if (this.mayScrub) this.storyboard.open(more.storyboard);
        }

        // What was chosen of captions, for all stories of the series.
        keep(book, captions) {
            fetch(this.stage.dataset.choices, { method: "POST", keepalive: true, body: new URLSearchParams({ book, captions }) }).catch(() => {});
        }

        // The next story of a series, behind the end of this one.
        offer(story) {
            this.following = story;
            this.next.hidden = !story;
            if (story) this.next.href = story.href;
        }

        async ask(book = this.story.book) {
            try {
                const answer = await fetch(`/kids/stories/${book}`, { headers: { Accept: "application/json" } });
                this.heed(answer.status);
                return answer.ok ? await answer.json() : undefined;
            } catch {
                return undefined;
            }
        }

        // A parent has ended Kids Mode from elsewhere: the shelf's address says so.
        heed(status) {
            if (status === NOT_SIGNED_IN) location.replace(this.stage.querySelector(".stage-back").href);
        }

        // Where it was left: the second at which it goes on, and 0 for its beginning.
        close() {
            const { video, bar, story } = this;
            const place = this.isAtEnd ? 0 : Storytime.Rules.start(Math.floor(video.currentTime), bar.duration ?? null);
            const seconds = bar.duration;
            this.wants = false;
            this.watching.close();
            this.watching.leave();
            this.film.close();
            this.captions.close();
            this.storyboard.close();
            this.keys.name();
            this.forget();
            this.story = undefined;
            this.stage.hidden = true;
            return { ...story, position: place, seconds, wasFinished: this.wasFinished };
        }

        play() {
            this.wants = true;
            this.video.play().catch((error) => {
                if (error.name === "NotAllowedError") this.refuse();
            });
        }

        refuse() {
            if (!this.story) return;
            this.wants = false;
            this.show("asking");
        }

        pause() {
            this.wants = false;
            this.video.pause();
            if (this.stage.dataset.state === "loading") this.show("paused");
        }

        toggle() {
            if (this.stage.dataset.state === "ended") this.again();
            else if (this.wants) this.pause();
            else this.play();
        }

        seek(to) {
            this.isAtEnd = false;
            this.film.freshen();
            this.film.position = to;
            this.video.currentTime = to;
            if (this.stage.dataset.state !== "ended") return;
            this.show("loading");
            this.play();
        }

        again() {
            this.isAtEnd = false;
            this.show("loading");
            this.film.position = 0;
            this.video.currentTime = 0;
            this.play();
            this.toggleButton.focus({ preventScroll: true });
        }

        fail() {
            this.wants = false;
            this.ask();
            this.stage.querySelector(".stage-offline").hidden = navigator.onLine;
            this.show("error");
            this.focus(".stage-error button");
        }

        retry() {
            this.show("loading");
            this.film.reopen();
            this.play();
            this.toggleButton.focus({ preventScroll: true });
        }

        // What the film does shows on the stage.
        follow() {
            const { video } = this;
            const on = (type, act) => video.addEventListener(type, act);
            on("playing", () => this.run());
            on("canplay", () => {
                if (this.stage.dataset.state === "loading" && !this.wants) this.show("paused");
                this.hush();
            });
            on("waiting", () => this.wait());
            on("play", () => {
                this.wants = true;
                if (!["loading", "playing"].includes(this.stage.dataset.state)) this.show("playing");
            });
            on("pause", () => {
                if (video.ended || video.error || !this.story) return;
                this.wants = false;
                // Safari pauses what it refused to play.
                if (this.stage.dataset.state !== "asking") this.show("paused");
            });
            on("ended", () => this.finish());
            // A film that stands still is dragged to its end without an end that it tells of.
            on("seeked", () => {
                if (video.ended) this.finish();
            });
        }

        finish() {
            if (!this.story || this.isAtEnd) return;
            this.wants = false;
            this.isAtEnd = true;
            this.wasFinished = true;
            this.show("ended");
            this.focus(".stage-ended .stage-choices > :not([hidden])");
        }

        run() {
            if (!this.story) return;
            this.hush();
            this.show("playing");
            if (this.isNew && this.start > 0) this.say();
            this.isNew = false;
        }

        wait() {
            clearTimeout(this.waiting);
            this.waiting = setTimeout(() => {
                if (this.stage.dataset.state === "playing") this.stage.dataset.buffering = "";
            }, WAITING);
        }

        hush() {
            clearTimeout(this.waiting);
            delete this.stage.dataset.buffering;
        }

        show(state) {
            const { stage, toggleButton } = this;
            clearTimeout(this.slow);
            if (state !== "playing") this.hush();
            stage.dataset.state = state;
            delete stage.dataset.slow;
            if (state === "loading") this.slow = setTimeout(() => { stage.dataset.slow = ""; }, SLOW);
            toggleButton.setAttribute("aria-label", this.wants ? "Pause" : "Play");
            for (const name of ["error", "ended"]) stage.querySelector(`.stage-${name}`).hidden = state !== name;
            // What lies under the picture of an error or of the end is not to be reached either.
            const isOver = state === "error" || state === "ended";
            stage.querySelector(".stage-controls").inert = isOver;
            stage.querySelector(".stage-top").inert = isOver;
            if (isOver) this.unsay();
            this.wake();
        }

        focus(selector) {
            this.stage.querySelector(selector).focus({ preventScroll: true });
        }

        // "Continuing from 2:15", and a way to the beginning.
        say() {
            const [words, button] = this.resumed.children;
            words.textContent = `Continuing from ${Storytime.Times.clock(this.start)}`;
            button.hidden = false;
            this.resumed.dataset.shown = "";
            const fade = () => {
                if (this.resumed.matches(":focus-within, :hover")) this.saying = setTimeout(fade, 500);
                else this.unsay();
            };
            clearTimeout(this.saying);
            this.saying = setTimeout(fade, SAID);
        }

        unsay() {
            const [words, button] = this.resumed.children;
            clearTimeout(this.saying);
            delete this.resumed.dataset.shown;
            words.textContent = "";
            button.hidden = true;
        }

        forget() {
            this.unsay();
            this.hush();
            clearTimeout(this.slow);
            clearTimeout(this.idling);
            delete this.stage.dataset.state;
            delete this.stage.dataset.idle;
        }

        // The controls of a playing story go away while nobody moves; not from under a finger or the keyboard's focus.
        wake() {
            const { stage } = this;
            delete stage.dataset.idle;
            clearTimeout(this.idling);
            if (stage.dataset.state !== "playing") return;
            this.idling = setTimeout(() => {
                if (this.bar.isHeld || stage.querySelector(".stage-controls :focus-visible, .stage-top :focus-visible")) this.wake();
                else stage.dataset.idle = "";
            }, IDLE);
        }

        obey(find) {
            const { stage, video } = this;
            const click = (element, act) => element.addEventListener("click", act);
            click(this.toggleButton, () => this.toggle());
            click(find("again"), () => this.again());
            click(this.next, (event) => {
                if (!this.turn) return;
                event.preventDefault();
                this.turn(this.following);
            });
            click(find("retry"), () => this.retry());
            click(find("restart"), () => {
                this.unsay();
                this.seek(0);
                this.toggleButton.focus({ preventScroll: true });
            });
            for (const back of stage.querySelectorAll(".stage-back")) {
                click(back, (event) => {
                    if (!this.leave) return;
                    event.preventDefault();
                    this.leave();
                });
            }
            // The first tap on a picture without controls brings them back.
            let wasIdle = false;
            stage.addEventListener("pointerdown", () => {
                wasIdle = "idle" in stage.dataset;
                this.wake();
            });
            click(find("picture"), () => {
                if (!wasIdle && this.story) this.toggle();
            });
            stage.addEventListener("pointermove", () => this.wake());
            stage.addEventListener("focusin", () => this.wake());
            document.addEventListener("keydown", (event) => {
                if (this.story && !event.altKey && !event.ctrlKey && !event.metaKey) this.press(event);
            });
            video.addEventListener("ratechange", () => {
                if (video.playbackRate === 0) video.playbackRate = 1;
            });
        }

        press(event) {
            const { key, target } = event;
            this.wake();
            if (event.defaultPrevented) return;
            const isOver = ["error", "ended"].includes(this.stage.dataset.state);
            const isControl = target.closest?.("button, a, input");
            const arrow = { ArrowLeft: -STEP, ArrowRight: STEP }[key];
            if (key === "Escape") this.stage.querySelector(".stage-back").click();
            else if (isOver) return;
            else if ((key === " " && !isControl) || key === "k") this.toggle();
            else if (key === "c" && !this.captions.button.hidden) this.captions.turn(!this.captions.isOn);
            else if (arrow && this.mayScrub && target !== this.bar.input) this.bar.press(event);
            else return;
            event.preventDefault();
        }
    };
}
