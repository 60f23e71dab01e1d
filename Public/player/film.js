// Where a <video> gets its film from. An address is good for a while: a fresh one is taken before it is too old, and once,
// silently, when it fails; a story with two sources may change to the other once. The place in the film stays.
{
    const OLD = 0.8; // of the life of an address
    const STUCK = 30_000; // milliseconds without any news of a film that somebody waits for
    const HEALED = 30; // seconds of a film after which another failure is a new one
    const LONGEST = 2 ** 31 - 1; // milliseconds that a timer can wait
    const HLS = "application/vnd.apple.mpegurl";

    Storytime.Film = class {
        // `isWanted` says whether it should be playing, `renew` promises when the next address will be too old, and `fail` hears
        // that there is nothing left to try. The canvas shows the last picture while the source changes.
        constructor(video, { canvas, isWanted, renew, fail }) {
            Object.assign(this, { video, canvas, isWanted, renew, giveUp: fail });
            video.addEventListener("error", () => this.fail());
            video.addEventListener("play", () => {
                if (video.readyState < 3) this.expect();
            });
            for (const type of ["canplay", "playing", "progress", "seeked"]) video.addEventListener(type, () => this.live(type));
            video.addEventListener("loadedmetadata", () => this.find());
            document.addEventListener("visibilitychange", () => {
                if (document.visibilityState === "visible") this.freshen();
            });
        }

        // `expiresAt` is in seconds, and null for an address that never is too old.
        open(href, { position = 0, sources = 1, expiresAt = null } = {}) {
            Object.assign(this, { href, sources, position, source: 0, turn: 0, hasChanged: false, hasRetried: false });
            this.expire(expiresAt);
            this.load();
        }

        // Tries again what has failed, as if nothing had been tried.
        reopen() {
            Object.assign(this, { source: 0, turn: this.turn + 1, hasChanged: false, hasRetried: false });
            this.load();
        }

        // The same film in another form, at the same place; as usual, if it is empty.
        choose(form) {
            Object.assign(this, { form, source: 0, hasChanged: false, hasRetried: false });
            if (this.href) this.change();
        }

        close() {
            clearTimeout(this.aging);
            clearTimeout(this.stuck);
            this.href = undefined;
            this.uncover();
            this.video.removeAttribute("src");
            this.video.load();
        }

        get address() {
            const query = [this.form && `size=${this.form}`, this.source && `source=${this.source}`, this.turn && `again=${this.turn}`].filter(Boolean).join("&");
            return query ? `${this.href}?${query}` : this.href;
        }

        load() {
            const { video } = this;
            const rate = video.playbackRate;
            this.expect();
            video.src = this.address;
            video.currentTime = this.position;
            video.defaultPlaybackRate = rate;
        }

        // Some browsers load nothing before somebody taps: a film that nobody wants to play has not failed.
        expect() {
            clearTimeout(this.stuck);
            this.stuck = setTimeout(() => {
                if (this.isWanted()) this.fail();
            }, STUCK);
        }

        // Some browsers forget a place that was set before they knew the film.
        find() {
            if (Math.abs(this.video.currentTime - this.position) > 1) this.video.currentTime = this.position;
        }

        live(type) {
            if (type !== "progress" || this.video.readyState > 1) clearTimeout(this.stuck);
            if (type === "seeked" || type === "playing") this.uncover();
            if (this.hasRetried && !this.video.seeking && this.video.currentTime > this.failedAt + HEALED) this.hasRetried = false;
        }

        // The same film from another address, without anybody seeing it.
        change() {
            const { video } = this;
            if (video.readyState > 0) this.position = video.currentTime;
            this.turn += 1;
            this.cover();
            this.load();
            if (this.isWanted()) video.play().catch(() => {});
        }

        fail() {
            const { video } = this;
            if (!this.href) return;
            clearTimeout(this.stuck);
            // A film that fails keeps the place at which it was to go on.
            if (video.currentTime > 0) this.position = video.currentTime;
            this.failedAt = this.position;
            if (!this.hasRetried) {
                this.hasRetried = true;
            } else if (!this.hasChanged && this.sources > 1 && video.canPlayType(HLS)) {
                this.hasChanged = true;
                this.source = 1;
            } else {
                this.uncover();
                this.giveUp();
                return;
            }
            this.change();
            if (this.oldAt) this.renewLater();
        }

        expire(expiresAt) {
            clearTimeout(this.aging);
            this.oldAt = undefined;
            if (expiresAt === null || !Number.isFinite(expiresAt)) return;
            this.life = Math.max(10_000, expiresAt * 1000 - Date.now());
            this.age();
        }

        age() {
            clearTimeout(this.aging);
            this.oldAt = Date.now() + this.life * OLD;
            this.aging = setTimeout(() => this.freshen(), Math.min(this.life * OLD, LONGEST));
        }

        // Takes a fresh address if the one it has is old: when it is time, when a device wakes, and before a jump.
        freshen() {
            if (!this.href || !this.oldAt || Date.now() < this.oldAt || this.video.error) return;
            this.change();
            this.renewLater();
        }

        // Until the server says otherwise, a fresh address lives as long as the last one.
        async renewLater() {
            const { href } = this;
            this.age();
            const expiresAt = await this.renew().catch(() => undefined);
            if (expiresAt !== undefined && this.href === href) this.expire(expiresAt);
        }

        cover() {
            const { canvas, video } = this;
            if (!canvas || video.readyState < 2 || !video.videoWidth) return;
            canvas.width = video.videoWidth;
            canvas.height = video.videoHeight;
            canvas.getContext("2d").drawImage(video, 0, 0);
            canvas.hidden = false;
        }

        uncover() {
            if (this.canvas) this.canvas.hidden = true;
        }
    };
}
