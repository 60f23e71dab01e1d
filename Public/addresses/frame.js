// YouTube's player in its frame, as if it were a <video>: the player of this page knows no difference. No script of YouTube's is
// here; the two pages send each other messages, as YouTube's own script does. How they look is written nowhere and may change: then
// the film plays in its frame, and the words beside it don't follow.
{
    const CALL = 250; // milliseconds between two calls until the frame answers
    const AHEAD = 1.5; // seconds that a film is thought to have gone on without any news
    const SOUGHT = 2000; // milliseconds until a jump is over, whatever is said of it
    const NEAR = 1.5; // seconds
    const SILENT = 12_000; // milliseconds after which a frame that hasn't answered is taken for one that won't
    const STATES = { ended: 0, playing: 1, paused: 2, waiting: 3 };
    const WORDS = {
        2: "YouTube doesn’t know this video.",
        100: "YouTube no longer has this video, or it is private.",
        101: "The owner of this video doesn’t let other sites play it.",
        silent: "YouTube isn’t answering. Check your connection and try again.",
        150: "The owner of this video doesn’t let other sites play it.",
    };

    customElements.define("film-frame", class extends HTMLElement {
        #time = 0;
        #at = 0; // when the time was said
        #duration = NaN;
        #rate = 1;
        #state = -1;
        #isPaused = true;
        #isReady = false;
        #seek; // where a jump leads that isn't over
        #wanted = null; // where it is to begin
        #loaded = 0;
        error = null;
        ended = false;
        videoWidth = 0;
        defaultPlaybackRate = 1;

        connectedCallback() {
            this.frame = this.querySelector("iframe");
            const url = new URL(this.frame.src);
            this.origin = url.origin;
            // Behind a proxy the server may not know by which name it was called.
            if (url.searchParams.get("origin") !== location.origin) {
                url.searchParams.set("origin", location.origin);
                this.frame.src = url;
            }
            addEventListener("message", (event) => this.#hear(event));
            this.#call();
        }

        // MARK: What a <video> has

        get currentTime() {
            if (this.#seek !== undefined) return this.#seek;
            if (this.#state !== STATES.playing) return this.#time;
            const gone = Math.min(((performance.now() - this.#at) / 1000) * this.#rate, AHEAD);
            return Number.isFinite(this.#duration) ? Math.min(this.#time + gone, this.#duration) : this.#time + gone;
        }

        set currentTime(to) {
            this.ended = false;
            this.#seek = to;
            clearTimeout(this.sought);
            this.dispatchEvent(new Event("seeking"));
            // A jump would start a film that nobody has started: it begins there once it plays.
            if (!this.#isReady || this.#state === -1 || this.#state === 5) {
                this.#wanted = to;
                queueMicrotask(() => this.#land(to));
                return;
            }
            this.#send("seekTo", to, true);
            this.sought = setTimeout(() => this.#land(to), SOUGHT);
        }

        get duration() { return this.#duration; }

        get paused() { return this.#isPaused; }

        get seeking() { return this.#seek !== undefined; }

        get readyState() { return this.#isReady ? 4 : 0; }

        get playbackRate() { return this.#rate; }

        set playbackRate(rate) {
            this.#settle();
            this.#rate = rate;
            if (this.#isReady) this.#send("setPlaybackRate", rate);
            this.dispatchEvent(new Event("ratechange"));
        }

        get buffered() {
            const end = this.#loaded * (this.#duration || 0);
            return { length: end > 0 ? 1 : 0, start: () => 0, end: () => end };
        }

        // It is in its frame already; asked for again, the frame starts over.
        set src(address) {
            if (this.hasSource) {
                this.#isReady = false;
                this.#state = -1;
                this.error = null;
                this.frame.src = this.frame.src;
                this.#call();
            }
            this.hasSource = Boolean(address);
        }

        load() {}

        canPlayType() { return ""; }

        async play() {
            if (this.#wanted !== null) {
                this.#send("seekTo", this.#wanted, true);
                this.#wanted = null;
            }
            this.#send("playVideo");
        }

        pause() { this.#send("pauseVideo"); }

        // MARK: Messages

        // Its script is there some time after the frame: until it answers, it is called again.
        #call() {
            clearInterval(this.calling);
            // Whoever is in the frame by then may hear that.
            const call = () => this.#post({ event: "listening" }, "*");
            this.calling = setInterval(call, CALL);
            call();
            clearTimeout(this.waiting);
            this.waiting = setTimeout(() => this.#fail("silent"), SILENT);
        }

        #post(message, to = this.origin) {
            this.frame.contentWindow?.postMessage(JSON.stringify({ id: 1, channel: "widget", ...message }), to);
        }

        // Nobody hears it before the frame has answered.
        #send(func, ...args) {
            if (this.#isReady) this.#post({ event: "command", func, args });
        }

        #hear({ origin, source, data }) {
            if (origin !== this.origin || source !== this.frame.contentWindow || typeof data !== "string") return;
            let said;
            try { said = JSON.parse(data); } catch { return; }
            if (typeof said !== "object" || said === null) return;
            const { event, info } = said;
            if (!this.#isReady && ["initialDelivery", "onReady", "infoDelivery"].includes(event)) this.#begin();
            if (event === "onError") this.#fail(Number(info));
            else if (event === "onStateChange") this.#turn(Number(info));
            else if (event === "onPlaybackRateChange") this.#learn({ playbackRate: info });
            else if (info && typeof info === "object") this.#learn(info);
        }

        #begin() {
            this.#isReady = true;
            clearInterval(this.calling);
            clearTimeout(this.waiting);
            if (this.error) {
                this.error = null;
                this.parentElement.querySelector(".reading-trouble").hidden = true;
            }
            for (const name of ["onStateChange", "onError", "onPlaybackRateChange"]) this.#send("addEventListener", name);
            if (this.#rate !== 1) this.#send("setPlaybackRate", this.#rate);
            for (const type of ["loadedmetadata", "canplay"]) this.dispatchEvent(new Event(type));
        }

        #learn({ currentTime, duration, playbackRate, playerState, videoLoadedFraction }) {
            if (Number.isFinite(duration) && duration > 0 && duration !== this.#duration) {
                this.#duration = duration;
                this.dispatchEvent(new Event("durationchange"));
            }
            if (Number.isFinite(playbackRate) && playbackRate > 0) {
                this.#settle();
                this.#rate = playbackRate;
            }
            if (Number.isFinite(videoLoadedFraction)) this.#loaded = videoLoadedFraction;
            if (Number.isInteger(playerState)) this.#turn(playerState);
            if (!Number.isFinite(currentTime) || this.#wanted !== null) return;
            // What was said before a jump is old.
            if (this.#seek !== undefined && Math.abs(currentTime - this.#seek) > NEAR) return;
            this.#time = currentTime;
            this.#at = performance.now();
            if (this.#seek !== undefined) this.#land(currentTime);
            this.dispatchEvent(new Event("timeupdate"));
        }

        #land(time) {
            if (this.#seek === undefined) return;
            clearTimeout(this.sought);
            this.#seek = undefined;
            this.#time = time;
            this.#at = performance.now();
            this.dispatchEvent(new Event("seeked"));
        }

        // Where it is by now is kept, before something changes how that is reckoned.
        #settle() {
            if (this.#seek !== undefined) return;
            this.#time = this.currentTime;
            this.#at = performance.now();
        }

        #turn(state) {
            if (state === this.#state) return;
            this.#settle();
            this.#state = state;
            if (state === STATES.playing) {
                // Somebody pressed the button in the frame: it begins where it was to.
                if (this.#wanted !== null) {
                    const to = this.#wanted;
                    this.#wanted = null;
                    if (to > NEAR) this.currentTime = to;
                }
                this.ended = false;
                const wasPaused = this.#isPaused;
                this.#isPaused = false;
                if (wasPaused) this.dispatchEvent(new Event("play"));
                this.dispatchEvent(new Event("playing"));
            } else if (state === STATES.paused || state === STATES.ended) {
                this.ended = state === STATES.ended;
                const wasPlaying = !this.#isPaused;
                this.#isPaused = true;
                if (wasPlaying) this.dispatchEvent(new Event("pause"));
                if (this.ended) this.dispatchEvent(new Event("ended"));
            } else if (state === STATES.waiting) {
                this.dispatchEvent(new Event("waiting"));
            }
        }

        #fail(code) {
            this.error = { code };
            const words = this.parentElement.querySelector(".reading-trouble p");
            if (words && WORDS[code]) words.textContent = WORDS[code];
            this.dispatchEvent(new Event("error"));
        }
    });
}
