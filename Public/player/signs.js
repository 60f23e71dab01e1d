// The six signs of somebody who watches, made from what a <video> fires; docs/api.md says what they mean. The two differ: it
// pauses after an error and before its end, and plays again after each seek.
{
    const MARK = 5; // ticks from one mark of where the film is to the next
    const TICK = 1000; // milliseconds from one look at the film to the next
    const BEAT = 45_000; // milliseconds of playing between two heartbeats
    const STALLED = 1000; // milliseconds after which a film that waits for its bytes has stopped
    const SLEPT = 90_000; // milliseconds between two looks after which the device must have slept
    const BEHIND = 5000; // milliseconds that a film which plays can't fall behind
    const STILL = 3000; // milliseconds on one picture after which a film that says it plays has stopped

    Storytime.Signs = class {
        at = 0; // seconds: the last place that was seen
        isPlaying = false;

        // `tell` hears each sign, `mark` every few seconds the pause with which this would end if the page were killed, and `leave` that
        // the page may be going away. In Kids Mode no story talks to a dark screen.
        constructor(video, { tell, mark, leave, pausesWhenHidden = false }) {
            Object.assign(this, { video, hear: tell, mark, leave, pausesWhenHidden });
            this.seeks = new Storytime.Seeks((from, to, at) => this.seek(from, to, at));
            const on = (type, act, target = video) => target.addEventListener(type, act);
            on("playing", () => this.play());
            on("waiting", () => this.wait());
            on("pause", () => {
                if (!video.ended && !video.error) this.stop("pause");
            });
            on("error", () => this.stop("heartbeat"));
            on("ended", () => this.end());
            on("timeupdate", () => {
                if (!video.seeking && video.readyState > 0) this.at = video.currentTime;
                if (this.stands && video.currentTime !== this.stands.position && !video.paused) this.play();
            });
            on("seeking", () => this.seeks.start(this.at));
            on("seeked", () => {
                this.at = video.currentTime;
                this.look();
                this.seeks.land(this.at);
            });
            on("visibilitychange", () => {
                if (document.visibilityState === "hidden") this.hide();
            }, document);
            on("pagehide", () => {
                this.stop("pause");
                this.seeks.settle();
                leave();
            }, window);
            on("pageshow", (event) => {
                if (event.persisted && !video.paused) this.play();
            }, window);
        }

        play() {
            clearTimeout(this.stalled);
            if (this.isPlaying) return;
            const type = this.session ? "resume" : "play_start";
            // Where it starts is no jump, and its place, though Firefox plays before it is there.
            if (!this.session) {
                this.seeks.forget();
                this.at = this.video.currentTime;
            }
            this.session ??= Storytime.name();
            this.isPlaying = true;
            this.still = this.stands = undefined;
            this.tell(type);
            this.played = 0;
            this.look();
            this.ticking = setInterval(() => this.tick(), TICK);
        }

        // A film that goes on within a second has not stopped; one that does not stopped when it began to wait.
        wait() {
            const moment = { at: Date.now(), position: this.place };
            clearTimeout(this.stalled);
            this.stalled = setTimeout(() => this.stop("pause", moment), STALLED);
        }

        stop(type, moment) {
            clearTimeout(this.stalled);
            clearInterval(this.ticking);
            this.stands = undefined;
            if (!this.isPlaying) return;
            this.isPlaying = false;
            this.mark();
            this.tell(type, moment);
        }

        // Watched again, it is another viewing.
        end() {
            this.isPlaying ||= Boolean(this.session);
            this.stop("play_end");
            this.session = undefined;
        }

        hide() {
            if (this.pausesWhenHidden) {
                this.stop("pause");
                this.video.pause();
            } else if (this.isPlaying) {
                this.tell("heartbeat");
            }
            this.seeks.settle();
            this.leave();
        }

        // Somebody leaves this story; the next one in the same <video> has a session of its own.
        close() {
            this.stop("pause");
            this.seeks.settle();
            this.seeks.forget();
            this.session = undefined;
            this.at = 0;
        }

        // Looks whether the film has moved on as far as the clock. A device that slept has watched until the last look.
        tick() {
            const { video } = this;
            const gap = Date.now() - this.lookedAt;
            const film = ((video.currentTime - this.lookedPosition) / video.playbackRate) * 1000;
            const before = { at: this.lookedAt, position: this.lookedPosition };
            this.look();
            if (this.isStill(before)) return;
            if (gap > SLEPT || (gap > BEHIND && film < gap - BEHIND)) {
                this.tell("pause", before);
                this.tell("resume");
                this.played = 0;
                return;
            }
            this.ticks = ((this.ticks ?? 0) + 1) % MARK;
            if (this.ticks === 0) this.mark({ type: "pause", session: this.session, at: Date.now(), position: this.place, metadata: null });
            // A clock that was set back shows a gap below zero.
            this.played += gap > 0 ? gap : TICK;
            if (this.played < BEAT - TICK / 2 || video.paused || video.seeking || video.readyState < 3) return;
            this.played = 0;
            this.tell("heartbeat");
        }

        // Whether it has stood on one picture for so long that it stopped, without a word, when it came to it. It goes on when it moves.
        isStill(before) {
            const { video } = this;
            const isMoving = video.currentTime !== before.position || video.seeking;
            this.still = isMoving ? undefined : this.still ?? before;
            if (!this.still || Date.now() - this.still.at < STILL) return false;
            const { still } = this;
            this.still = undefined;
            this.stop("pause", still);
            this.stands = still;
            return true;
        }

        look() {
            this.lookedAt = Date.now();
            this.lookedPosition = this.video.currentTime;
        }

        // Where the film really is: as long as it looks for another place, where it left.
        get place() {
            return this.video.seeking ? this.at : this.video.currentTime;
        }

        seek(from, to, at) {
            if (!this.session) return;
            const metadata = { from_position_seconds: Math.floor(from), to_position_seconds: Math.floor(to) };
            this.hear({ type: "seek", session: this.session, at, position: to, metadata });
        }

        tell(type, { at = Date.now(), position = this.place } = {}) {
            this.seeks.settle();
            this.hear({ type, session: this.session, at, position, metadata: null });
        }
    };
}
