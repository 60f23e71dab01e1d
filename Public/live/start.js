// Puts the page together: the button, what it starts, and the sheet for words.
{
    const place = document.querySelector("[data-live]");
    const MOST_WAITING = 6; // pieces that wait for the service; it is slower than people speak
    const MOST_TRIES = 4;
    const REST = 1500; // milliseconds before something is sent again
    const LONGEST = 5 * 3_600_000; // milliseconds of a session
    const MOST_PIECES = 5000;
    const UNREACHED = "The server can’t be reached.";

    Storytime.say = (kind, words) => {
        const line = document.querySelector("dialog:modal [role=status]");
        if (line) line.textContent = words;
        else Storytime.toast(kind, words);
    };
    Storytime.copy = async (text) => {
        try {
            await navigator.clipboard.writeText(text);
            Storytime.say("good", "Copied.");
        } catch {
            Storytime.say("bad", "Couldn’t copy. Allow this site to use the clipboard, then try again.");
        }
    };

    const rest = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

    if (place) start();

    function start() {
        const list = document.querySelector("#cues ol");
        const lines = list && new Storytime.LiveLines(place, list);
        const dialog = document.getElementById("sheet");
        if (lines) {
            // The sheet is that of the player; here no film plays.
            const player = { place, video: { paused: true, pause() {} }, play() {}, hear() {} };
            const translations = {
                by: (wanted, hasModel) => Storytime.Reading.translator({ own: lines.language, wanted, second: "", texts: [], hasModel }),
                of: async () => undefined,
            };
            lines.use(new Storytime.ReadingSheet(dialog, { path: place.dataset.path, child: "", track: "", player, text: lines, translations }));
        }
        const form = place.querySelector(".live-form");
        if (form) listenOn(form, lines);
        else offer();
    }

    // MARK: A session that was kept

    function offer() {
        const find = (act) => document.querySelector(`[data-act=${act}]`);
        const whole = async () => (await fetch(`${place.dataset.path}/saved/transcript.txt`)).text();
        const [copy, share] = [find("copy-all"), find("share")];
        copy.hidden = !navigator.clipboard;
        share.hidden = !navigator.share;
        copy.addEventListener("click", async () => {
            try {
                Storytime.copy(await whole());
            } catch {
                Storytime.say("bad", UNREACHED);
            }
        });
        share.addEventListener("click", async () => {
            try {
                await navigator.share({ title: place.dataset.title, text: await whole() });
            } catch { /* Nothing was shared. */ }
        });
    }

    // MARK: A session that begins

    function listenOn(form, lines) {
        const find = (selector) => place.querySelector(selector);
        const [button, status, timer, open, guess] = [".live-button", ".live-status", ".live-clock", ".live-open", ".live-guess"].map(find);
        const ways = [...form.querySelectorAll("[name=way]")];
        const home = place.dataset.path;
        let ear; // who listens
        let session;
        let isBusy = false;

        if (!can()) return;
        form.hidden = false;
        show();
        form.addEventListener("change", show);
        form.addEventListener("submit", (event) => {
            event.preventDefault();
            if (isBusy) return;
            isBusy = true;
            (ear ? stop() : begin()).finally(() => { isBusy = false; });
        });
        addEventListener("beforeunload", (event) => { if (ear || session?.waiting) event.preventDefault(); });

        // Whether anything can listen here; otherwise the page says why not.
        function can() {
            const canRecognize = Boolean(Storytime.LiveRecognition.kind);
            const canRecord = Boolean(place.dataset.service && navigator.mediaDevices?.getUserMedia && window.MediaRecorder);
            let reason = "";
            if (!window.isSecureContext) reason = "This page was opened without encryption, and browsers only let pages use the microphone over HTTPS or on the computer that Storytime runs on. Open it at an address that begins with https://.";
            else if (!canRecognize && !place.dataset.service) reason = "This browser doesn’t recognize speech, and no transcription service is set up here. Try Chrome, Edge or Safari, or ask the person who runs this server to set up a transcription service.";
            else if (!canRecognize && !canRecord) reason = "This browser neither recognizes speech nor records sound. Try another one.";
            if (reason) {
                const note = find(".live-cannot");
                note.hidden = false;
                note.querySelector("span").textContent = reason;
                return false;
            }
            for (const way of ways) way.closest(".live-way").hidden = !(way.value === "browser" ? canRecognize : canRecord);
            ways.find((way) => !way.closest(".live-way").hidden).checked = true;
            return true;
        }

        async function show() {
            const note = find(".live-local");
            const isBrowser = wayOf() === "browser";
            note.hidden = !(isBrowser && await Storytime.LiveRecognition.isLocal(place.dataset.language));
        }

        function wayOf() { return ways.find((way) => way.checked).value; }

        function tell(words) { status.textContent = words; }

        function mark(isOn) {
            place.toggleAttribute("data-listening", isOn);
            button.querySelector("span").textContent = isOn ? "Stop" : "Start listening";
            button.querySelector(".icon").replaceWith(Storytime.icon(isOn ? "pause" : "play"));
            for (const each of [...ways, form.elements.language]) each.disabled = isOn;
            if (!isOn) timer.textContent = "";
        }

        async function begin() {
            tell("Starting…");
            open.hidden = true;
            const way = wayOf();
            const made = await ask(home, new URLSearchParams({ way, language: form.elements.language.value }));
            if (!made.href) {
                tell(made.message);
                form.elements.language.focus();
                return;
            }
            lines.sheet.path = made.href;
            place.dataset.language = made.language;
            lines.sheet.offer();
            lines.clear();
            find(".live-text").hidden = false;
            session = new Session(made.href, lines, tell);
            const since = performance.now();
            const now = () => Math.min(LONGEST, Math.round(performance.now() - since));
            const fail = (words) => { end(words); };
            const isLocal = way === "browser" && await Storytime.LiveRecognition.isLocal(made.language);
            ear = way === "browser"
                ? new Storytime.LiveRecognition({ language: made.language, isLocal, now, fail, heard: (...piece) => session.keep(...piece), guess: (words) => { guess.textContent = words; } })
                : new Storytime.LiveRecording({ now, fail, sound: (...piece) => session.hear(...piece) });
            try {
                await ear.start();
            } catch (error) {
                ear = undefined;
                tell(error.message);
                return;
            }
            if (!ear) return;
            mark(true);
            tell("Listening.");
            const tick = () => {
                if (!ear) return;
                timer.textContent = Storytime.LiveLines.clock(now());
                if (now() >= LONGEST || session.number >= MOST_PIECES || session.isOver) end(session.isOver || "This session has reached its maximum length. Start a new one.");
                else setTimeout(tick, 1000);
            };
            tick();
        }

        async function stop() {
            tell("Waiting for the last words…");
            const last = ear;
            ear = undefined;
            mark(false);
            await last?.stop();
            guess.textContent = "";
            await session.end();
            const { kept } = session;
            tell(kept ? `Stopped. ${kept === 1 ? "1 line" : `${kept} lines`} saved.` : "Stopped. No words were saved.");
            open.href = session.href;
            open.hidden = kept === 0;
        }

        // It stopped by itself.
        async function end(words) {
            if (!ear) return tell(words);
            await stop();
            tell(words);
        }
    }

    // Sends something as a form or as sound; an answer always comes, and has a message if nothing was done.
    async function ask(address, body) {
        for (let tries = 1; ; tries += 1) {
            try {
                const answer = await fetch(address, { method: "POST", body, headers: { Accept: "application/json" } });
                const told = await answer.json().catch(() => ({}));
                const isLater = answer.status === 429 || answer.status === 503;
                const wait = Number(answer.headers.get("Retry-After") ?? 2);
                if (!isLater || tries >= MOST_TRIES || wait > 30) {
                    const message = typeof told.message === "string" ? told.message : undefined;
                    return { ...told, isOver: answer.status === 404 || answer.status === 409, message: message ?? (answer.ok ? undefined : "The server refused it. Reload the page and start again.") };
                }
                await rest(wait * 1000);
            } catch {
                if (tries >= MOST_TRIES) return { message: `${UNREACHED} Check the connection.` };
                await rest(tries * REST);
            }
        }
    }

    // What is on its way to a session, one after the other.
    class Session {
        number = 0;
        kept = 0;
        waiting = 0;
        isOver = ""; // why nothing more is taken
        line = Promise.resolve();

        constructor(href, lines, tell) {
            Object.assign(this, { href, lines, tell });
        }

        // Words that are certain: they are shown at once.
        keep(text, start, end) {
            const { number, row } = this.add(start);
            this.lines.fill(row, text);
            const body = new URLSearchParams({ number, start, end, text });
            this.send(row, () => ask(`${this.href}/pieces`, body), false);
        }

        hear(sound, start, end) {
            const { number, row } = this.add(start);
            if (this.waiting >= MOST_WAITING) {
                this.lines.fail(row, "These seconds are missing: the transcription service is slower than you speak.");
                return;
            }
            const query = new URLSearchParams({ number, start, end });
            this.send(row, () => ask(`${this.href}/sound?${query}`, sound), true);
        }

        add(start) {
            this.number += 1;
            return { number: this.number, row: this.lines.add(this.number, start) };
        }

        send(row, sending, hasSound) {
            this.waiting += 1;
            this.line = this.line.then(async () => {
                const told = this.isOver ? { message: this.isOver } : await sending();
                this.waiting -= 1;
                if (told.message) {
                    if (told.isOver) this.isOver = told.message;
                    this.lines.fail(row, hasSound ? told.message : `${row.querySelector(".cue-text").textContent} (not saved: ${told.message})`);
                    this.tell(told.message);
                    return;
                }
                if (hasSound) this.lines.fill(row, typeof told.text === "string" ? told.text.slice(0, 2000) : "");
                if (!hasSound || told.text) this.kept += 1;
            });
        }

        end() { return this.line; }
    }
}
