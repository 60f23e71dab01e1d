// The sheet for a line, a word or a selection: what it means in another text, what a model says of it, and what can be done with
// it. Whatever a model answers is shown as text, and no more of it than fits.
{
    const { Reading } = Storytime;
    const SILENCE = 45_000; // milliseconds without a byte; the server sends something every fifteen seconds
    const LONGEST = 8_000; // characters of an answer
    const QUOTED = 300; // characters of what is asked about that are shown
    const NOT_YET = 429;
    const CUT = "The answer was longer than fits here, and was cut.";

    const element = (name, properties, ...children) => {
        const made = Object.assign(document.createElement(name), properties);
        made.append(...children);
        return made;
    };

    Storytime.ReadingSheet = class {
        // `text` is the text beside the film, `translations` what other texts of the story say.
        constructor(dialog, { path, child, track, player, text, translations }) {
            Object.assign(this, { dialog, path, child, track, player, text, translations });
            const find = (name) => dialog.querySelector(`.sheet-${name}`);
            for (const name of ["quote", "words", "acts", "answers", "ask", "elsewhere"]) this[name] = find(name);
            this.stopButton = find("stop");
            this.title = dialog.querySelector("h2");
            dialog.classList.add("sheet");
            dialog.addEventListener("click", (event) => this.obey(event));
            dialog.addEventListener("close", () => this.leave());
            this.ask.addEventListener("submit", (event) => {
                event.preventDefault();
                const field = this.ask.elements.question;
                if (field.value.trim()) this.question(this.kind ?? "explain", field.value.trim());
                field.value = "";
            });
            this.known = this.learn();
        }

        // Whether a model is set up, and which other assistant can be opened.
        async learn() {
            try {
                const answer = await fetch("/watch/explaining", { headers: { Accept: "application/json" } });
                const { is_on: isOn, assistant } = answer.ok ? await answer.json() : {};
                this.isOn = isOn === true;
                this.assistant = assistant ?? undefined;
            } catch {
                this.isOn = false;
            }
            document.documentElement.toggleAttribute("data-explains", this.isOn);
            document.documentElement.toggleAttribute("data-translates", this.isOn || this.translations.has());
        }

        // `about` is a line by its index, and perhaps only a word or a part of it.
        open(about, act) {
            const line = this.text.lines[about.index];
            if (!line) return;
            this.halt();
            this.about = about;
            this.thread = undefined;
            this.kind = undefined;
            this.meaning = "";
            const isWord = about.kind === "word";
            this.title.textContent = { word: "Word", line: "Line", selection: "Selection" }[about.kind];
            this.quote.textContent = about.text.length > QUOTED ? `${about.text.slice(0, QUOTED)}…` : about.text;
            this.quote.lang = this.text.language;
            this.answers.replaceChildren();
            this.spell(line, about);
            for (const button of this.acts.querySelectorAll("[data-only]")) button.hidden = button.dataset.only !== about.kind;
            this.ask.hidden = true;
            this.openElsewhere();
            if (!this.dialog.open) {
                this.wasPlaying = !this.player.video.paused;
                this.player.video.pause();
                this.dialog.dataset.height = isWord ? "half" : "full";
                this.dialog.showModal();
            }
            if (act === "explain") this.question("explain");
            else if (act === "translate") this.translate();
            else this.recall(about, line);
        }

        // The words of the line, to go on to another: the way to a word's sheet by keyboard.
        spell(line, about) {
            const words = Reading.pieces(line, this.text.language).filter((piece) => piece.isWord);
            this.words.hidden = about.kind === "selection";
            this.words.replaceChildren(...words.map((piece) => {
                const button = element("button", { type: "button", className: "chip", textContent: Reading.bare(piece.text), lang: this.text.language });
                button.setAttribute("aria-pressed", String(about.kind === "word" && about.text === button.textContent));
                button.addEventListener("click", () => this.open({ ...about, kind: "word", text: button.textContent, start: piece.start, end: piece.end }));
                return button;
            }));
        }

        openElsewhere() {
            const { elsewhere } = this;
            elsewhere.hidden = !this.assistant;
            if (!this.assistant) return;
            elsewhere.textContent = `Open in ${this.assistant.name}`;
            elsewhere.href = this.assistant.template.replaceAll("{text}", encodeURIComponent(this.about.text));
        }

        obey(event) {
            const button = event.target.closest("[data-sheet]");
            if (!button) return;
            const { about } = this;
            const line = this.text.lines[about.index];
            const acts = {
                explain: () => this.question("explain"),
                translate: () => this.translate(),
                copy: () => Storytime.copy(about.text),
                hear: () => {
                    const end = about.end ?? (about.start === undefined ? line.end : this.wordEnd(line, about.start));
                    this.player.hear(about.start ?? line.start, end);
                },
                keep: () => this.keep(button, line),
                height: () => { this.dialog.dataset.height = this.dialog.dataset.height === "half" ? "full" : "half"; },
                stop: () => this.halt(),
            };
            acts[button.dataset.sheet]();
        }

        wordEnd(line, start) {
            return line.words?.find(([other]) => other > start)?.[0] ?? line.end;
        }

        async keep(button, line) {
            const body = new URLSearchParams({
                term: this.about.text, meaning: this.meaning.slice(0, 1000), context: line.text, book: this.player.place.dataset.book, track: this.track,
                seconds: String(line.start), ...(this.child ? { child: this.child } : {}),
            });
            button.disabled = true;
            try {
                const answer = await fetch("/watch/words", { method: "POST", body, headers: { Accept: "application/json" } });
                const { message } = await answer.json();
                if (answer.ok) Storytime.say("good", `“${body.get("term")}” is in your words.`);
                else Storytime.say("bad", String(message ?? "The word couldn’t be kept. Please try again."));
            } catch {
                Storytime.say("bad", "The word couldn’t be kept. Please try again.");
            } finally {
                button.disabled = false;
            }
        }

        // MARK: Answers

        // A second text says it without any model.
        async translate() {
            const { about } = this;
            const found = await this.translations.of(about.index);
            if (this.about !== about) return;
            if (found?.text) {
                if (about.kind === "line") this.meaning = found.text;
                this.answers.append(element("article", {},
                    element("h3", { textContent: found.label }), element("p", { textContent: found.text, lang: found.language, dir: "auto" })));
                if (about.kind === "line" || !this.isOn) return;
            }
            if (this.isOn) this.question("translate");
            else if (!found?.text) this.answers.append(element("p", { className: "sheet-trouble", textContent: "There is no text in another language for this line." }));
        }

        // What was answered before, without asking anybody.
        async recall(about, line) {
            try {
                const query = new URLSearchParams({ track: this.track, cue: String(line.id) });
                const answer = await fetch(`${this.path}/explanations?${query}`, { headers: { Accept: "application/json" } });
                const known = answer.ok ? (await answer.json()).explanations : [];
                if (this.about !== about || this.call || this.answers.children.length) return;
                for (const each of known.filter(({ text }) => text === about.text)) {
                    const heading = each.question || (each.kind === "translate" ? "Translation" : "Explanation");
                    this.answers.append(element("article", {},
                        element("h3", { textContent: heading }), element("p", { textContent: String(each.answer).slice(0, LONGEST), dir: "auto" })));
                    Object.assign(this, { thread: each.thread, kind: each.kind, meaning: each.answer });
                }
                this.ask.hidden = !this.thread || !this.isOn;
            } catch { /* It can be asked again. */ }
        }

        // Asks the model, and shows its answer as it comes.
        async question(kind, question = "") {
            this.halt();
            const { about } = this;
            const body = new URLSearchParams({ kind, track: this.track, cue: String(this.text.lines[about.index].id), text: about.kind === "line" ? "" : about.text, question });
            if (question && this.thread) body.set("thread", String(this.thread));
            this.kind = kind;
            const text = element("p", { dir: "auto" });
            const heading = question || (kind === "translate" ? "Translation" : "Explanation");
            const article = element("article", {}, element("h3", { textContent: heading }), text);
            article.setAttribute("aria-busy", "true");
            this.answers.append(article);
            this.stopButton.hidden = false;
            const call = new AbortController();
            this.call = call;
            const said = (trouble) => {
                if (trouble) article.append(element("p", { className: "sheet-trouble", textContent: trouble }));
            };
            try {
                said(await this.read(call, body, text));
            } catch (error) {
                if (error.name !== "AbortError" || call.signal.reason === "silence") said("No answer came. The model may be busy or switched off; please try again.");
                else if (!text.textContent) text.textContent = "Stopped.";
            } finally {
                article.removeAttribute("aria-busy");
                if (this.call === call) {
                    this.call = undefined;
                    this.stopButton.hidden = true;
                    this.ask.hidden = !this.thread;
                }
            }
        }

        // Pieces as they come; what went wrong, in words, or nothing.
        async read(call, body, text) {
            let timer;
            const wait = () => {
                clearTimeout(timer);
                timer = setTimeout(() => call.abort("silence"), SILENCE);
            };
            wait();
            try {
                const answer = await fetch(`${this.path}/explanations`, { method: "POST", body, headers: { Accept: "text/event-stream" }, signal: call.signal });
                // A refusal comes as an event, too.
                const isStream = answer.headers.get("Content-Type")?.startsWith("text/event-stream");
                if (!isStream && answer.status === NOT_YET) {
                    const minutes = Math.ceil(Number(answer.headers.get("Retry-After") ?? 60) / 60);
                    return `Your family has asked a lot just now. Try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`;
                }
                if (!isStream) return "The model couldn’t be asked. Please try again later.";
                const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
                let [rest, trouble, isDone] = ["", undefined, false];
                while (!isDone) {
                    const { value, done } = await reader.read();
                    if (done) break;
                    wait();
                    const read = Reading.events(rest + value);
                    rest = read.rest.slice(-LONGEST);
                    for (const { type, data } of read.events) {
                        const content = parse(data);
                        if (type === "piece" && typeof content.text === "string") {
                            text.textContent = (text.textContent + content.text).slice(0, LONGEST);
                            if (text.textContent.length >= LONGEST) {
                                trouble = CUT;
                                isDone = true;
                            }
                        } else if (type === "done") {
                            this.thread = content.thread ?? content.id;
                            this.meaning ||= text.textContent;
                            if (content.is_cut === true) trouble = CUT;
                            isDone = true;
                        } else if (type === "trouble") {
                            trouble = typeof content.message === "string" ? content.message.slice(0, QUOTED) : "The model couldn’t answer.";
                            isDone = true;
                        }
                    }
                }
                reader.cancel().catch(() => {});
                return trouble ?? (isDone ? undefined : "The answer broke off. Please try again.");
            } finally {
                clearTimeout(timer);
            }
        }

        halt() {
            this.call?.abort();
            this.call = undefined;
            this.stopButton.hidden = true;
        }

        leave() {
            this.halt();
            if (this.wasPlaying) this.player.play();
        }
    };

    function parse(data) {
        try { return JSON.parse(data) ?? {}; } catch { return {}; }
    }
}
