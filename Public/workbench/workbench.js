// The workbench: cues are edited in place beside the video, which shows them as they are typed. What was edited is a list of
// acts, kept here until it is saved as one version.
{
    const COALESCED = "set";
    const SAID = "workbench said"; // what is to be said after the page has been loaded again
    const AFTER = 2000; // milliseconds that a new cue lasts
    const LINE = 42; // letters that fit on a line
    const NO_SPACES = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]/u;

    const make = (name, properties, ...children) => {
        const element = Object.assign(document.createElement(name), properties);
        element.append(...children);
        return element;
    };

    // Times as they are typed: 12.5, 0:12.5, 1:02:03,004; undefined if it isn't one.
    const readTime = (text) => {
        const parts = /^\s*(?:(?:(\d+):)?(\d+):)?(\d+)(?:[.,](\d+))?\s*$/.exec(text);
        if (!parts) return undefined;
        const [, hours = 0, minutes = 0, seconds, fraction = ""] = parts;
        return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(fraction.padEnd(3, "0").slice(0, 3));
    };
    const writeTime = (time) => {
        const pad = (number, width = 2) => String(number).padStart(width, "0");
        const [hours, minutes] = [Math.floor(time / 3_600_000), Math.floor(time / 60_000) % 60];
        const seconds = `${pad(Math.floor(time / 1000) % 60)}.${pad(time % 1000, 3)}`;
        return hours ? `${hours}:${pad(minutes)}:${seconds}` : `${minutes}:${seconds}`;
    };

    // A cue: its row in the list, and what the video shows of it.
    class Cue {
        constructor(bench, row, values) {
            Object.assign(this, values);
            this.bench = bench;
            this.row = row;
            row.cue = this;
            this.dress();
        }

        // A row as the server made it.
        static of(bench, row) {
            const { position, start, end } = row.dataset;
            const text = row.querySelector("[data-cue=text]").textContent;
            return new Cue(bench, row, { key: Number(position), start: Number(start), end: end === "" ? null : Number(end), text });
        }

        // One that isn't on the server yet.
        static fresh(bench, values) {
            const row = make("li", { className: "cue" });
            const head = make("p", { className: "cue-head" }, make("span", { className: "cue-number" }));
            head.append(make("span", { className: "cue-times" }), make("span", { className: "cue-speed" }));
            row.append(head, make("p", { className: "cue-text" }));
            return new Cue(bench, row, values);
        }

        dress() {
            this.number = this.row.querySelector(".cue-number");
            this.speed = this.row.querySelector(".cue-speed");
            this.startField = this.field("start");
            this.endField = this.field("end");
            this.textField = make("textarea", { className: "input cue-text", value: this.text, dir: "auto", lang: this.bench.language });
            this.row.querySelector(".cue-times").replaceChildren(this.startField, " – ", this.endField);
            this.row.querySelector(".cue-text").replaceWith(this.textField);
            this.row.querySelector(".cue-edit")?.remove();
            this.textField.addEventListener("input", () => this.bench.set(this, { text: this.textField.value }));
            this.fit();
        }

        field(name) {
            const field = make("input", { className: "input cue-time", inputMode: "decimal", autocomplete: "off", spellcheck: false });
            field.value = this[name] === null ? "" : writeTime(this[name]);
            field.addEventListener("input", () => {
                const time = name === "end" && !field.value.trim() ? null : readTime(field.value);
                this.complain(field, time === undefined);
                if (time !== undefined) this.bench.set(this, { [name]: time });
            });
            field.addEventListener("change", () => { if (!field.ariaInvalid) this.show(); });
            return field;
        }

        complain(field, isWrong) {
            field.ariaInvalid = isWrong ? "true" : null;
            let words = this.row.querySelector(".error");
            if (!isWrong) return words?.remove();
            words ??= make("p", { className: "error", id: `error-${this.key}` }, "Enter a time like 0:12.5 or 1:02:03.004.");
            this.row.querySelector(".cue-head").after(words);
            field.setAttribute("aria-describedby", words.id);
        }

        // The fields say what the cue says.
        show() {
            this.startField.value = writeTime(this.start);
            this.endField.value = this.end === null ? "" : writeTime(this.end);
            if (this.textField.value !== this.text) this.textField.value = this.text;
            this.row.querySelector(".error")?.remove();
            this.startField.ariaInvalid = this.endField.ariaInvalid = null;
            this.fit();
        }

        fit() { this.textField.rows = Math.max(1, this.text.split("\n").length); }

        count(number) {
            this.number.textContent = number;
            this.startField.ariaLabel = `Start of cue ${number}`;
            this.endField.ariaLabel = `End of cue ${number}`;
            this.textField.ariaLabel = `Text of cue ${number}`;
        }

        // What was said about it is no longer so; here only its speed and its end are known.
        judge() {
            for (const pill of this.row.querySelectorAll(".cue-head > .pill")) pill.remove();
            const length = [...this.text.replaceAll("\n", "")].length;
            const speed = this.end > this.start ? Math.ceil((length * 1000) / (this.end - this.start)) : 0;
            this.speed.textContent = speed ? `${speed} char/s` : "";
            if (speed > this.bench.fastest) this.pill("Too fast");
            if (this.end !== null && this.end <= this.start) this.pill("Ends before it starts");
        }

        pill(label) {
            const pill = make("span", { className: "pill" }, label);
            pill.dataset.kind = "busy";
            this.row.querySelector(".cue-head").append(pill);
        }

        // What the video shows.
        play(next) {
            const track = this.bench.track;
            if (!track) return;
            const end = this.end ?? next?.start ?? this.start + 5000;
            if (this.shown) track.removeCue(this.shown);
            this.shown = null;
            if (end <= this.start) return;
            const text = this.text.replace(/[&<>]/g, (letter) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[letter]);
            this.shown = new VTTCue(this.start / 1000, end / 1000, text);
            track.addCue(this.shown);
        }

        leave() {
            if (this.shown) this.bench.track.removeCue(this.shown);
            this.shown = null;
            this.row.remove();
        }
    }

    class Workbench {
        constructor(element) {
            const { path, saved, fastest, page, pages, target, name, language } = element.dataset;
            Object.assign(this, { element, path, saved: Number(saved), fastest: Number(fastest), language, pages: Number(pages) });
            this.first = this.last = Number(page);
            this.base = Number(element.querySelector("#cues").start) - 1;
            this.list = document.getElementById("cues");
            this.video = document.getElementById("player");
            this.status = document.getElementById("bench-status");
            this.edits = [];
            this.fresh = 0;
            this.isFollowing = true;
            if (this.video) {
                for (const track of this.video.querySelectorAll("track")) track.remove();
                this.track = this.video.addTextTrack("captions", name, language);
                this.track.mode = "showing";
            }
            this.cues = [...this.list.querySelectorAll(".cue")].map((row) => Cue.of(this, row));
            this.arrange();
            this.cues.forEach((cue, index) => cue.play(this.cues[index + 1]));
            this.makeActs();
            this.listen();
            this.watchEnd();
            const wanted = document.getElementById(`cue-${target}`)?.cue;
            if (wanted) this.seek(wanted);
            element.querySelector(".pagination")?.remove();
            document.getElementById("bench-bar").hidden = false;
            const said = sessionStorage.getItem(SAID);
            sessionStorage.removeItem(SAID);
            if (said) Storytime.toast("good", said);
            const keys = document.getElementById("bench-keys");
            keys.hidden = false;
            document.querySelector("#shortcuts .shortcuts")?.append(...[...keys.querySelectorAll("dl > div")].map((line) => line.cloneNode(true)));
        }

        button(name) { return this.element.querySelector(`[data-bench=${name}]`); }

        arrange() { this.cues.forEach((cue, index) => cue.count(this.base + index + 1)); }

        // MARK: Editing

        note(edit) {
            const last = this.edits.at(-1);
            this.forgetUndo();
            if (edit.act === COALESCED && last?.act === COALESCED && last.cue === edit.cue) this.edits.pop();
            this.edits.push(edit);
            this.tell();
        }

        // An act that moves more than a field can undo by itself: how it was before is kept until the next edit.
        act(label, act) {
            const edits = [...this.edits];
            const cues = this.cues.map((cue) => ({ cue, start: cue.start, end: cue.end, text: cue.text }));
            const focused = document.activeElement.closest(".cue")?.cue;
            act();
            this.before = { edits, cues, focused };
            const button = this.button("undo");
            button.textContent = `Undo ${label}`;
            button.hidden = false;
        }

        forgetUndo() {
            this.before = null;
            this.button("undo").hidden = true;
        }

        undo() {
            if (!this.before) return;
            const { edits, cues, focused } = this.before;
            this.forgetUndo();
            const before = this.cues;
            this.edits = edits;
            this.cues = cues.map(({ cue }) => cue);
            for (const cue of before) if (!this.cues.includes(cue)) this.drop(cue);
            this.list.replaceChildren(...this.cues.map((cue) => cue.row));
            for (const { cue, start, end, text } of cues) {
                if (before.includes(cue) && cue.start === start && cue.end === end && cue.text === text) continue;
                Object.assign(cue, { start, end, text });
                cue.show();
                cue.judge();
            }
            this.cues.forEach((cue) => cue.play(this.next(cue)));
            this.arrange();
            this.tell();
            focused?.textField.focus();
        }

        tell(words) {
            const count = new Set(this.edits.map((edit) => edit.cue ?? edit.new)).size;
            this.button("save").disabled = !count;
            this.button("discard").hidden = !count;
            this.status.textContent = words ?? (count ? `${count} ${count === 1 ? "cue" : "cues"} changed, not saved` : "");
        }

        next(cue) { return this.cues[this.cues.indexOf(cue) + 1]; }

        set(cue, values) {
            Object.assign(cue, values);
            cue.fit();
            cue.judge();
            cue.play(this.next(cue));
            this.follow(false);
            const { key, start, end, text } = cue;
            this.note({ act: "set", cue: key, start, end, text });
        }

        setTime(cue, name) {
            if (!this.video) return;
            this.set(cue, { [name]: Math.round(this.video.currentTime * 1000) });
            cue.show();
        }

        add(cue, after) {
            this.cues.splice(this.cues.indexOf(after) + 1, 0, cue);
            after.row.after(cue.row);
            cue.judge();
            cue.play(this.next(cue));
            this.arrange();
        }

        split(cue) {
            const at = cue.textField.selectionStart;
            const [left, right] = [cue.text.slice(0, at).trimEnd(), cue.text.slice(at).trimStart()];
            if (!left || !right) return this.tell("Place the cursor where the second part should start.");
            const now = this.video ? Math.round(this.video.currentTime * 1000) : -1;
            const isInside = now > cue.start && now < (cue.end ?? Infinity);
            // What is never shown has no moment in it: both parts keep its times.
            const isBackward = cue.end !== null && cue.end <= cue.start;
            const guess = cue.end === null ? cue.start + AFTER : cue.start + Math.floor(((cue.end - cue.start) * (cue.text.length - right.length)) / cue.text.length);
            const start = isBackward ? cue.start : isInside ? now : guess;
            const second = Cue.fresh(this, { key: (this.fresh -= 1), start, end: cue.end, text: right });
            this.act("split", () => {
                Object.assign(cue, { end: isBackward ? cue.end : start, text: left });
                this.note({ act: "split", cue: cue.key, at, time: start, new: second.key });
                this.add(second, cue);
                cue.show();
                cue.judge();
                cue.play(second);
            });
            second.textField.focus();
            second.textField.setSelectionRange(0, 0);
        }

        async join(cue) {
            if (!this.next(cue)) await this.load(this.last + 1);
            const next = this.next(cue);
            if (!next) return this.tell("There is no cue after this one to join it with.");
            const isShort = cue.text.length + next.text.length < LINE && !/\n/.test(cue.text + next.text);
            const space = NO_SPACES.test((cue.text.at(-1) ?? "") + (next.text[0] ?? "")) ? "" : " ";
            const caret = cue.text.length;
            const text = cue.text && next.text ? cue.text + (isShort ? space : "\n") + next.text : cue.text + next.text;
            const end = cue.end === null || next.end === null ? null : Math.max(cue.end, next.end);
            this.act("join", () => {
                this.note({ act: "join", cue: cue.key });
                Object.assign(cue, { text, end, start: Math.min(cue.start, next.start) });
                this.remove(next);
                cue.show();
                cue.judge();
                cue.play(this.next(cue));
            });
            cue.textField.focus();
            cue.textField.setSelectionRange(caret, caret);
        }

        insert(cue) {
            const start = cue.end ?? cue.start;
            const end = Math.max(Math.min(start + AFTER, this.next(cue)?.start ?? Infinity), start + 1);
            const added = Cue.fresh(this, { key: (this.fresh -= 1), start, end, text: "" });
            this.act("insert", () => {
                this.note({ act: "insert", new: added.key, after: cue.key, start, end, text: "" });
                this.add(added, cue);
            });
            added.textField.focus();
        }

        delete(cue) {
            const index = this.cues.indexOf(cue);
            this.act("delete", () => {
                this.note({ act: "delete", cue: cue.key });
                this.remove(cue);
            });
            (this.cues[index] ?? this.cues[index - 1])?.textField.focus();
        }

        remove(cue) {
            this.cues.splice(this.cues.indexOf(cue), 1);
            this.drop(cue);
            this.arrange();
        }

        // The buttons are of whichever cue is edited next.
        drop(cue) {
            if (cue.row.contains(this.acts)) this.acts.remove();
            cue.leave();
        }

        // MARK: Keys and buttons

        makeActs() {
            const acts = [
                ["play", "Play", (cue) => this.seek(cue, true)],
                ["setStart", "Set start", (cue) => this.setTime(cue, "start")],
                ["setEnd", "Set end", (cue) => this.setTime(cue, "end")],
                ["split", "Split", (cue) => this.split(cue)],
                ["join", "Join with next", (cue) => this.join(cue)],
                ["insert", "Insert after", (cue) => this.insert(cue)],
                ["delete", "Delete", (cue) => this.delete(cue)],
            ];
            this.acts = make("div", { className: "cue-acts", role: "group", ariaLabel: "This cue" });
            for (const [name, label, act] of acts) {
                if (!this.video && ["play", "setStart", "setEnd"].includes(name)) continue;
                const button = make("button", { type: "button", className: "button quiet" }, label);
                // The caret stays where it is.
                button.addEventListener("mousedown", (event) => event.preventDefault());
                button.addEventListener("click", () => act(button.closest(".cue").cue));
                this.acts.append(button);
            }
            this.list.addEventListener("focusin", ({ target }) => {
                const row = target.closest(".cue");
                if (row && !row.contains(this.acts)) row.append(this.acts);
            });
            this.keys = {
                KeyP: (cue) => this.seek(cue, true),
                KeyI: (cue) => this.setTime(cue, "start"),
                KeyO: (cue) => this.setTime(cue, "end"),
                KeyX: (cue) => this.split(cue),
                KeyJ: (cue) => this.join(cue),
                KeyN: (cue) => this.insert(cue),
                Delete: (cue) => this.delete(cue),
                Backspace: (cue) => this.delete(cue),
                ArrowDown: (cue) => this.step(cue, 1),
                ArrowUp: (cue) => this.step(cue, -1),
                KeyZ: () => this.undo(),
            };
        }

        step(cue, by) {
            const other = this.cues[this.cues.indexOf(cue) + by];
            if (other) other.textField.focus();
            else if (by > 0) this.load(this.last + 1).then(() => this.next(cue)?.textField.focus());
        }

        listen() {
            document.addEventListener("keydown", (event) => this.press(event));
            this.button("save").addEventListener("click", () => this.save());
            this.button("discard").addEventListener("click", () => this.discard());
            this.button("undo").addEventListener("click", () => this.undo());
            this.button("follow").addEventListener("click", () => this.follow(!this.isFollowing));
            for (const kind of ["wheel", "touchmove"]) addEventListener(kind, () => this.follow(false), { passive: true });
            for (const kind of ["timeupdate", "seeked"]) this.video?.addEventListener(kind, () => this.mark());
            addEventListener("beforeunload", (event) => { if (this.edits.length) event.preventDefault(); });
        }

        press(event) {
            if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "s") {
                event.preventDefault();
                this.save();
                return;
            }
            if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || document.querySelector("dialog:modal")) return;
            const cue = document.activeElement.closest(".cue")?.cue ?? this.current ?? this.cues[0];
            if (event.code === "KeyK" && this.video) {
                if (event.repeat) return;
                if (this.video.paused) this.video.play().catch(() => {});
                else this.video.pause();
            } else if (this.keys[event.code] && cue) {
                this.keys[event.code](cue);
            } else {
                return;
            }
            event.preventDefault();
        }

        // MARK: The video

        seek(cue, plays = false) {
            if (!this.video) return;
            this.video.currentTime = cue.start / 1000;
            if (plays) this.video.play().catch(() => {});
        }

        follow(isOn) {
            if (isOn === this.isFollowing) return;
            this.isFollowing = isOn;
            this.button("follow").ariaPressed = String(isOn);
            if (isOn) this.current?.row.scrollIntoView({ block: "center" });
        }

        mark() {
            const now = this.video.currentTime * 1000;
            const found = this.cues.findLast((cue) => cue.start <= now && now < (cue.end ?? Infinity));
            if (this.cues.at(-1)?.start < now) this.load(this.last + 1);
            if (found === this.current) return;
            this.current?.row.removeAttribute("aria-current");
            this.current = found;
            found?.row.setAttribute("aria-current", "true");
            if (this.isFollowing && !this.video.paused) found?.row.scrollIntoView({ block: "nearest", behavior: Storytime.calm ? "auto" : "smooth" });
        }

        // MARK: More cues

        watchEnd() {
            const end = make("div", { className: "bench-end" });
            this.list.after(end);
            new IntersectionObserver((entries) => {
                if (entries.some((entry) => entry.isIntersecting)) this.load(this.last + 1);
            }, { rootMargin: "400px" }).observe(end);
            if (this.first === 1) return;
            const button = make("button", { type: "button", className: "button" }, "Show earlier cues");
            button.addEventListener("click", async () => {
                await this.load(this.first - 1);
                if (this.first === 1) button.remove();
            });
            this.list.before(button);
        }

        async fetch(page) {
            const address = new URL(location.href);
            address.search = new URLSearchParams({ page, beside: new URLSearchParams(location.search).get("beside") ?? "" });
            const response = await fetch(address);
            return response.ok ? new DOMParser().parseFromString(await response.text(), "text/html") : null;
        }

        // The next page of the list, or the one before.
        async load(page) {
            if (this.isLoading || page < 1 || page > this.pages) return;
            this.isLoading = true;
            try {
                const found = await this.fetch(page);
                if (Number(found?.getElementById("bench").dataset.saved) !== this.saved) {
                    this.tell("These captions were saved meanwhile. Save your changes, or reload the page, to see the rest.");
                    return;
                }
                this.forgetUndo();
                const rows = [...found.querySelectorAll("#cues > .cue")];
                const height = this.list.offsetHeight;
                if (page > this.last) this.list.append(...rows);
                else this.list.prepend(...rows);
                const cues = rows.map((row) => Cue.of(this, row));
                this.cues = page > this.last ? [...this.cues, ...cues] : [...cues, ...this.cues];
                if (page < this.first) {
                    this.base -= cues.length;
                    scrollBy({ top: this.list.offsetHeight - height, behavior: "instant" });
                }
                [this.first, this.last] = [Math.min(this.first, page), Math.max(this.last, page)];
                this.arrange();
                cues.forEach((cue) => cue.play(this.next(cue)));
            } catch {
                this.tell("More cues could not be loaded. Check the connection.");
            } finally {
                this.isLoading = false;
            }
        }

        // MARK: Saving

        discard() {
            this.edits = [];
            location.reload();
        }

        async save(over) {
            const wrong = this.list.querySelector("[aria-invalid=true]");
            if (wrong) {
                this.tell(`Not saved: correct the time of cue ${wrong.closest(".cue").cue.number.textContent} first.`);
                return wrong.focus();
            }
            if (this.isSaving || !this.edits.length) return;
            this.isSaving = true;
            this.forgetUndo();
            const sent = this.edits.splice(0);
            const order = [...this.cues];
            this.tell("Saving…");
            try {
                const body = new URLSearchParams({ saved: this.saved, edits: JSON.stringify(sent) });
                if (over) body.set("over", over);
                const response = await fetch(`${this.path}/edits`, { method: "POST", body, redirect: "manual" });
                const answer = response.headers.get("Content-Type")?.startsWith("application/json") ? await response.json() : {};
                if (response.ok) return await this.settle(sent, order, answer);
                this.edits.unshift(...sent);
                this.tell();
                if (response.status === 409) this.showConflict(answer);
                else Storytime.toast("bad", answer.message ?? "Your changes could not be saved. Copy what you need, reload the page, and try again.");
            } catch {
                this.edits.unshift(...sent);
                this.tell();
                Storytime.toast("bad", "The server can’t be reached, so nothing was saved. Your changes are still here: try again.");
            } finally {
                this.isSaving = false;
            }
        }

        // What was saved is the new beginning. Edits that were made meanwhile go by the new places.
        async settle(sent, order, { message, saved, merged }) {
            document.getElementById("bench-conflict").hidden = true;
            if (merged && !this.edits.length) {
                sessionStorage.setItem(SAID, message);
                location.reload();
                return;
            }
            const touched = new Set(sent.map((edit) => edit.cue ?? edit.new));
            const places = new Map(order.map((cue, index) => [cue.key, this.base + index]));
            const changed = order.map((cue, index) => (touched.has(cue.key) || touched.has(order[index + 1]?.key) ? this.base + index : -1));
            const name = (key) => places.get(key) ?? key;
            for (const edit of this.edits) {
                if (edit.cue !== undefined) edit.cue = name(edit.cue);
                if (edit.after !== undefined) edit.after = name(edit.after);
            }
            for (const cue of order) cue.key = name(cue.key);
            this.saved = saved;
            Storytime.toast("good", message);
            this.tell(this.edits.length ? undefined : message);
            await this.recheck(changed.filter((place) => place >= 0));
        }

        // What the server says about the cues that were changed.
        async recheck(places) {
            const size = Number(this.element.dataset.perPage);
            const byKey = new Map(this.cues.map((cue) => [cue.key, cue]));
            for (const number of [...new Set(places.map((place) => Math.floor(place / size) + 1))].slice(0, 5)) {
                const page = await this.fetch(number).catch(() => null);
                if (Number(page?.getElementById("bench").dataset.saved) !== this.saved) return;
                document.getElementById("bench-parts").replaceWith(page.getElementById("bench-parts"));
                this.pages = Number(page.getElementById("bench").dataset.pages);
                for (const row of page.querySelectorAll("#cues > .cue")) {
                    const cue = byKey.get(Number(row.dataset.position));
                    if (!cue || this.edits.some((edit) => edit.cue === cue.key)) continue;
                    cue.judge();
                    for (const pill of cue.row.querySelectorAll(".cue-head > .pill")) pill.remove();
                    cue.row.querySelector(".cue-head").append(...row.querySelectorAll(".cue-head > .pill"));
                }
            }
        }

        showConflict({ message, saved, clashes }) {
            const panel = document.getElementById("bench-conflict");
            const list = make("dl", { className: "bench-clashes" });
            for (const { name, theirs, yours } of clashes) {
                list.append(make("dt", {}, name), make("dd", {}, make("b", {}, "Saved"), theirs), make("dd", {}, make("b", {}, "Yours"), yours));
            }
            const mine = make("button", { type: "button", className: "button primary" }, "Save mine over these");
            const theirs = make("button", { type: "button", className: "button" }, "Discard my changes");
            mine.addEventListener("click", () => {
                panel.hidden = true;
                this.save(saved);
            });
            theirs.addEventListener("click", () => this.discard());
            panel.replaceChildren(make("p", {}, message), list, make("div", { className: "form-actions" }, ...(clashes.length ? [mine] : []), theirs));
            panel.hidden = false;
            panel.focus();
        }
    }

    const element = document.getElementById("bench");
    if (element) new Workbench(element);
}
