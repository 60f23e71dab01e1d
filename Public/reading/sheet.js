// The sheet for a line, a word or a selection: what it means in another text, what a model says of it, and what can be done with
// it. Whatever a model answers is shown as text, and no more of it than fits.
{
    const { Reading } = Storytime;
    const SILENCE = 45_000; // milliseconds without a byte; the server sends something every fifteen seconds
    const LONGEST = 8_000; // characters of an answer
    const QUOTED = 300; // characters of what is asked about that are shown
    const LONGEST_TERM = 200; // characters of what is saved
    const MOST_ASKED = 60; // words of a line that are looked up
    const NOT_YET = 429;
    const UNREACHED = "The server can’t be reached. Check the connection, then try again.";
    const CUT = "The answer was longer than fits here, and was cut.";

    const element = (name, properties, ...children) => {
        const made = Object.assign(document.createElement(name), properties);
        made.append(...children);
        return made;
    };

    const keyOf = (term) => term.toLocaleLowerCase();

    Storytime.ReadingSheet = class {
        // `text` is the text beside the film, `translations` what other texts of the story say.
        constructor(dialog, { path, child, track, player, text, translations }) {
            Object.assign(this, { dialog, path, child, track, player, text, translations });
            const find = (name) => dialog.querySelector(`.sheet-${name}`);
            for (const name of ["quote", "words", "acts", "status", "answers", "ask", "elsewhere"]) this[name] = find(name);
            this.stopButton = find("stop");
            this.keepButton = dialog.querySelector("[data-sheet=keep]");
            this.title = dialog.querySelector("h2");
            dialog.classList.add("sheet");
            dialog.addEventListener("click", (event) => this.obey(event));
            dialog.addEventListener("close", () => this.leave());
            this.ask.addEventListener("submit", (event) => {
                event.preventDefault();
                const typed = this.ask.elements.question.value.trim();
                // One answer after the other: what is typed meanwhile stays.
                if (typed && !this.call) this.question(this.kind ?? "explain", typed);
            });
            this.saved = new Set(); // words that are saved already, and which were looked up
            this.asked = new Set();
            this.known = this.learn();
        }

        // Whether a model is set up, and which other assistant can be opened.
        async learn() {
            try {
                const answer = await fetch("/watch/explaining", { headers: { Accept: "application/json" } });
                const { is_on: isOn, assistant, language } = answer.ok ? await answer.json() : {};
                // About a film that isn't the library's no model is asked.
                this.isOn = isOn === true && (this.isOfLibrary || this.isLive);
                this.wanted = typeof language === "string" ? language : "";
                this.assistant = assistant ?? undefined;
            } catch {
                this.isOn = false;
            }
            document.documentElement.toggleAttribute("data-explains", this.isOn);
            this.offer();
        }

        get isOfLibrary() { return this.player.place.dataset.book !== ""; }

        // What a microphone hears: there are words to ask about, and no film.
        get isLive() { return "live" in this.player.place.dataset; }

        // Shows what can be had; another second text may change it.
        offer() {
            document.documentElement.toggleAttribute("data-translates", this.canTranslate);
        }

        get translator() { return this.translations.by(this.wanted, this.isOn === true); }

        get isInOwnLanguage() { return this.translator === "same"; }

        get canTranslate() { return !["same", null].includes(this.translator); }

        get sameLanguage() { return `This line is in ${languageName(this.wanted)} already. Choose another language in Settings.`; }

        canKeep({ text }) { return this.player.place.dataset.keeps !== "off" && text.length <= LONGEST_TERM; }

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
            this.status.textContent = "";
            this.spell(line, about);
            this.keepButton.hidden = !this.canKeep(about);
            this.mark();
            this.lookUp(line, about);
            this.ask.hidden = true;
            this.ask.elements.question.value = "";
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

        // Where words are, and whose they would be.
        get where() {
            const { book } = this.player.place.dataset;
            const web = /^\/watch\/web\/(\d+)$/.exec(this.path)?.[1];
            return { ...(book ? { book } : {}), ...(web ? { web } : {}), track: this.track, ...(this.child ? { child: this.child } : {}) };
        }

        // Which words of the line are saved already; asked once for each line.
        async lookUp(line, about) {
            if (this.player.place.dataset.keeps === "off") return;
            const words = Reading.pieces(line, this.text.language).filter((piece) => piece.isWord).map((piece) => Reading.bare(piece.text));
            const unknown = [...new Set([about.text, line.text, ...words])].filter((term) => term.length <= LONGEST_TERM && !this.asked.has(term)).slice(0, MOST_ASKED);
            if (!unknown.length) return;
            const query = new URLSearchParams(this.where);
            for (const term of unknown) {
                query.append("term", term);
                this.asked.add(term);
            }
            try {
                const answer = await fetch(`/watch/words/saved?${query}`, { headers: { Accept: "application/json" } });
                const { terms } = answer.ok ? await answer.json() : {};
                for (const term of terms ?? []) this.saved.add(keyOf(term));
                this.mark();
            } catch {
                // They can be saved all the same: the server knows which it has.
            }
        }

        has(term) { return this.saved.has(keyOf(term)); }

        // The button and the words say what is saved.
        mark() {
            const { about, keepButton } = this;
            const isSaved = this.has(about.text);
            keepButton.textContent = isSaved ? "Saved ✓" : `Save this ${about.kind}`;
            if (isSaved) keepButton.setAttribute("aria-disabled", "true");
            else keepButton.removeAttribute("aria-disabled");
            for (const word of this.words.children) word.ariaDescription = this.has(word.textContent) ? "Saved" : null;
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
                keep: () => this.keep(about, this.meaning, button),
                height: () => { this.dialog.dataset.height = this.dialog.dataset.height === "half" ? "full" : "half"; },
                stop: () => {
                    this.halt();
                    const field = this.ask.elements.question;
                    (this.ask.hidden ? this.acts.querySelector("[data-sheet=explain]") : field).focus();
                },
            };
            acts[button.dataset.sheet]();
        }

        wordEnd(line, start) {
            return line.words?.find(([other]) => other > start)?.[0] ?? line.end;
        }

        async keep(about, meaning = "", button = this.keepButton) {
            const line = this.text.lines[about.index];
            if (this.isSaving || (this.dialog.open && this.has(about.text))) return;
            this.isSaving = true;
            const body = new URLSearchParams({
                term: about.text, meaning: meaning.slice(0, 1000), context: line.text, ...this.where, seconds: String(line.start),
                ...(this.isLive ? { language: this.text.language } : {}),
            });
            // It keeps the focus.
            button.setAttribute("aria-disabled", "true");
            try {
                const answer = await fetch("/watch/words", { method: "POST", body, headers: { Accept: "application/json" } });
                const { message } = await answer.json();
                if (answer.ok) {
                    this.saved.add(keyOf(about.text));
                    Storytime.say("good", String(message ?? "Saved to your words."));
                } else Storytime.say("bad", String(message ?? "The word couldn’t be saved. Please try again."));
            } catch {
                Storytime.say("bad", UNREACHED);
            } finally {
                this.isSaving = false;
                if (this.about) this.mark();
            }
        }

        // MARK: Answers

        // Another text says it without any model; of a word or a part it says the whole line.
        async translate() {
            const { about, translator: name } = this;
            const isText = this.canTranslate && name !== "model";
            const isWhole = about.kind !== "word";
            if (isWhole && isText && this.showAgain(name)) return;
            const found = isText ? await this.translations.of(name, about.index, about.last) : undefined;
            if (this.about !== about) return;
            if (found?.text && !this.showAgain(name)) {
                if (isWhole) this.meaning = found.text;
                this.present(this.add(name, found.label, element("p", { textContent: found.text, lang: found.language, dir: "auto" })));
            }
            if (found?.text && isWhole) return;
            if (this.isOn && !(this.wanted && Reading.isSame(this.wanted, this.text.language))) this.question("translate");
            else if (!found?.text) this.answers.append(element("p", { className: "sheet-trouble", textContent: "There is no text in another language for this line." }));
        }

        // An article of the sheet; by its name it is found again.
        add(name, heading, ...children) {
            const article = element("article", {}, element("h3", { textContent: heading }), ...children);
            article.dataset.name = name;
            // What failed before is said again or answered now.
            if (name) for (const other of [...this.answers.children]) if (other.dataset.name === name && other.querySelector(".sheet-trouble")) other.remove();
            this.answers.append(article);
            return article;
        }

        // What somebody asked for has to be seen.
        present(article) {
            this.dialog.dataset.height = "full";
            article.scrollIntoView({ block: "nearest" });
        }

        // What stands there already isn't said a second time.
        showAgain(name) {
            const article = [...this.answers.children].find((each) => each.dataset.name === name && !("stopped" in each.dataset) && !each.querySelector(".sheet-trouble"));
            article?.scrollIntoView({ block: "nearest", behavior: Storytime.calm ? "instant" : "smooth" });
            return article !== undefined;
        }

        // Below an answer: what to think of it, and the way to its conversation.
        note(article, thread, isOfModel = true) {
            if (this.isLive && !article.querySelector(".sheet-trouble")) article.append(element("p", { className: "small", textContent: "It can be wrong. It isn’t kept." }));
            if (!Number.isInteger(thread)) return;
            article.append(element("p", { className: "small" }, isOfModel ? "It can be wrong. " : "From another text. ",
                element("a", { href: `${this.path}/explanations/${thread}`, textContent: "Open the conversation" })));
        }

        // What was answered before, without asking anybody.
        async recall(about, line) {
            if (!this.isOfLibrary) return;
            try {
                const query = new URLSearchParams({ track: this.track, cue: String(line.id) });
                const answer = await fetch(`${this.path}/explanations?${query}`, { headers: { Accept: "application/json" } });
                const known = answer.ok ? (await answer.json()).explanations : [];
                if (this.about !== about || this.call || this.answers.children.length) return;
                for (const each of Reading.turns(known.filter(({ text }) => text === about.text))) {
                    const article = this.add(each.question ? "" : nameOf(each.kind, each.language), each.question || heading(each.kind, each.language),
                        element("p", { textContent: String(each.answer).slice(0, LONGEST), dir: "auto" }));
                    this.note(article, each.thread, each.model !== "");
                    Object.assign(this, { thread: each.thread, kind: each.kind, meaning: each.answer });
                }
                this.ask.hidden = !this.thread || !this.isOn;
            } catch { /* It can be asked again. */ }
        }

        // Asks the model, and shows its answer as it comes.
        async question(kind, question = "") {
            const name = question ? "" : nameOf(kind, this.wanted);
            if (name && this.showAgain(name)) return;
            this.halt();
            const { about } = this;
            const field = this.ask.elements.question;
            const body = new URLSearchParams({ kind, track: this.track, cue: String(this.text.lines[about.index].id), text: about.kind === "line" ? "" : about.text, question });
            if (question && this.thread) body.set("thread", String(this.thread));
            this.kind = kind;
            const text = element("p", { dir: "auto" });
            const article = this.add(name, question || heading(kind, this.wanted), text);
            article.setAttribute("aria-busy", "true");
            this.present(article);
            this.stopButton.hidden = false;
            const call = new AbortController();
            this.call = call;
            this.markBusy(true);
            const said = (trouble) => {
                if (!trouble) return;
                article.append(element("p", { className: "sheet-trouble", textContent: trouble }));
                // What was typed can be sent again.
                if (trouble !== CUT && this.about === about) field.value ||= question;
            };
            const isAsked = () => { if (field.value.trim() === question) field.value = ""; };
            try {
                const { trouble, thread } = await this.read(call, body, text, isAsked);
                said(trouble);
                this.note(article, thread);
            } catch (error) {
                const isSilence = call.signal.reason === "silence";
                if (isSilence) said("No answer came. The model may be busy or switched off; please try again.");
                else if (!call.signal.aborted) said(UNREACHED);
                else {
                    article.dataset.stopped = "";
                    if (!text.textContent) {
                        text.textContent = "Stopped.";
                        if (this.about === about) field.value ||= question;
                    }
                }
            } finally {
                article.removeAttribute("aria-busy");
                if (this.call === call) {
                    const hadFocus = document.activeElement === this.stopButton;
                    this.call = undefined;
                    this.stopButton.hidden = true;
                    this.ask.hidden = !this.thread;
                    this.markBusy(false);
                    if (hadFocus) (this.ask.hidden ? this.dialog.querySelector("[data-dialog-close]") : field).focus();
                }
            }
        }

        // The button keeps the focus, and says that it waits.
        markBusy(isBusy) {
            const button = this.ask.querySelector("[type=submit]");
            if (isBusy) button.setAttribute("aria-disabled", "true");
            else button.removeAttribute("aria-disabled");
        }

        // Pieces as they come; what went wrong, in words, and where the conversation is kept. `isAsked` hears that it was taken.
        async read(call, body, text, isAsked) {
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
                    return { trouble: `Your family has asked a lot of questions. Try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.` };
                }
                if (!isStream) return { trouble: "The model couldn’t be asked. Please try again later." };
                if (answer.ok) isAsked();
                const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
                let [rest, trouble, isDone, thread] = ["", undefined, false, undefined];
                while (!isDone) {
                    const { value, done } = await reader.read();
                    if (done) break;
                    wait();
                    const read = Reading.events(rest + value);
                    rest = read.rest.slice(-LONGEST);
                    for (const { type, data } of read.events) {
                        const content = parse(data);
                        if (type === "piece" && typeof content.text === "string") {
                            text.textContent = Reading.plain(text.textContent + content.text).slice(0, LONGEST);
                            if (text.textContent.length >= LONGEST) {
                                trouble = CUT;
                                isDone = true;
                            }
                        } else if (type === "done") {
                            thread = content.thread ?? content.id;
                            this.thread = thread;
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
                return { trouble: trouble ?? (isDone ? undefined : "The answer broke off. Please try again."), thread };
            } finally {
                clearTimeout(timer);
            }
        }

        halt() {
            this.call?.abort();
            this.call = undefined;
            this.stopButton.hidden = true;
            this.markBusy(false);
        }

        leave() {
            this.halt();
            if (this.wasPlaying) this.player.play();
        }
    };

    // A language as people call it; "" for none.
    function languageName(tag) {
        try { return tag ? new Intl.DisplayNames("en", { type: "language" }).of(tag) : ""; } catch { return tag; }
    }

    const nameOf = (kind, language) => `${kind} ${languageName(language)}`;

    function heading(kind, language) {
        const [what, joint] = kind === "translate" ? ["Translation", "into"] : ["Explanation", "in"];
        return language ? `${what} ${joint} ${languageName(language)}` : what;
    }

    function parse(data) {
        try { return JSON.parse(data) ?? {}; } catch { return {}; }
    }
}
