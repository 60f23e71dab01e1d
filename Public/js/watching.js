// Tells the server what is watched of a story, in the six events of the API; `docs/api.md` says what they mean. What a <video>
// fires is not what somebody does: it pauses after an error and before its end, and plays again after each seek.
{
    const BEAT = 45_000; // milliseconds from one sign of a film that plays to the next
    const STALLED = 1000; // milliseconds after which a film that waits for its bytes has stopped
    const SOUGHT = 500; // milliseconds after which a bar that was dragged is let go
    const LEAST = 1; // seconds; less is no jump
    const MOST = 50; // events in a request

    const name = () => [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

    Storytime.Watching = class {
        queue = [];
        at = 0; // seconds: the last place that was seen

        // `onAnswer` hears after each request whether all of it was taken.
        constructor(video, href, child, book, onAnswer) {
            Object.assign(this, { video, href, child, book, onAnswer });
            const on = (type, act, target = video) => target.addEventListener(type, act);
            on("playing", () => this.play());
            on("waiting", () => {
                clearTimeout(this.stalled);
                this.stalled = setTimeout(() => this.stop("pause"), STALLED);
            });
            on("pause", () => {
                if (!video.ended && !video.error) this.stop("pause");
            });
            on("error", () => this.stop("heartbeat"));
            on("ended", () => {
                this.isPlaying ||= Boolean(this.session);
                this.stop("play_end");
                this.session = undefined; // Watched again, it is another viewing.
            });
            on("timeupdate", () => {
                if (!video.seeking) this.at = video.currentTime;
            });
            on("seeking", () => {
                clearTimeout(this.sought);
                this.from ??= this.at;
            });
            on("seeked", () => {
                this.at = video.currentTime;
                clearTimeout(this.sought);
                this.sought = setTimeout(() => this.seek(), SOUGHT);
            });
            on("visibilitychange", () => {
                if (document.hidden && this.isPlaying) this.tell("heartbeat");
            }, document);
            on("pagehide", () => {
                this.stop("pause");
                this.send(true);
            }, window);
            on("pageshow", (event) => {
                if (event.persisted && !video.paused) this.play();
            }, window);
            on("online", () => this.send(), window);
        }

        play() {
            clearTimeout(this.stalled);
            if (this.isPlaying) return;
            const type = this.session ? "resume" : "play_start";
            this.session ??= name();
            this.isPlaying = true;
            this.tell(type);
            this.beat = setInterval(() => {
                if (!this.video.seeking && this.video.readyState > 2) this.tell("heartbeat");
            }, BEAT);
        }

        stop(type) {
            clearTimeout(this.stalled);
            clearInterval(this.beat);
            if (!this.isPlaying) return;
            this.isPlaying = false;
            this.tell(type);
        }

        seek() {
            clearTimeout(this.sought);
            const from = this.from;
            this.from = undefined;
            if (!this.session || Math.abs(this.at - from) < LEAST) return;
            this.tell("seek", { from_position_seconds: Math.floor(from), to_position_seconds: Math.floor(this.at) }, this.at);
        }

        tell(type, metadata = null, position = this.video.currentTime) {
            if (this.from !== undefined && !this.video.seeking) this.seek();
            this.queue.push({
                client_event_id: name(),
                session_id: this.session,
                child_id: this.child,
                book_id: this.book,
                event_type: type,
                occurred_at: new Date().toISOString(),
                position_seconds: Math.floor(position),
                metadata,
            });
            this.send();
        }

        // What can't be sent waits for the next sign. The server knows each event by its name: twice is once.
        async send(isLeaving) {
            if (!this.queue.length || (this.isSending && !isLeaving)) return;
            const events = this.queue.slice(0, MOST);
            const body = JSON.stringify({ events });
            const type = "application/json";
            if (isLeaving && !("keepalive" in Request.prototype)) return navigator.sendBeacon(this.href, new Blob([body], { type }));
            this.isSending = true;
            let isHeard = false;
            try {
                const answer = await fetch(this.href, { method: "POST", keepalive: true, headers: { "Content-Type": type, Accept: type }, body });
                isHeard = answer.status < 500;
                const results = answer.ok ? (await answer.json()).results : [{ status: "refused" }];
                if (isHeard) this.onAnswer(results.every(({ status }) => status !== "refused"));
            } catch {
                isHeard = false;
            }
            this.isSending = false;
            if (!isHeard) return;
            this.queue = this.queue.filter((event) => !events.includes(event));
            this.send();
        }
    };
}

// The player of a story's page: the whole picture is its button, and what is watched with a child is counted.
for (const place of document.querySelectorAll(".watch")) {
    const video = place.querySelector("video");
    const cover = place.querySelector(".watch-play");
    const note = place.querySelector(".watch-note");
    const { href, child, book } = place.dataset;

    for (const button of place.querySelectorAll("[data-play]")) {
        button.addEventListener("click", (event) => {
            event.preventDefault();
            if (button.dataset.play) video.currentTime = Number(button.dataset.play);
            video.play().catch(() => {});
        });
    }
    video.addEventListener("play", () => {
        video.controls = true;
        if (document.activeElement === cover) video.focus({ preventScroll: true });
        cover.hidden = true;
    });
    video.controls = false;
    cover.hidden = false;

    if (child) {
        const say = (isCounted) => {
            const words = isCounted ? note.dataset.counted : note.dataset.lost;
            if (note.textContent !== words) note.textContent = words;
        };
        say(true);
        note.setAttribute("role", "status");
        new Storytime.Watching(video, href, Number(child), Number(book), say);
    }
}
