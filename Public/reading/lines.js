// The text beside the film: the line and the word that are said, the second text, follow mode, and what is found.
{
    const { Reading } = Storytime;
    const AT_ONCE = 200; // lines that get what is added to them between two pictures
    const GROUP = 50; // lines that are laid out together, where there are many

    Storytime.ReadingLines = class {
        lines = [];
        rows = [];
        found = [];
        at = -1; // the line that is said
        isFollowing = true;

        constructor(list, { follow, search, count, language }) {
            Object.assign(this, { list, button: follow, field: search, count, language });
            this.rows = [...list.querySelectorAll("li")];
            if (this.rows.length > 2 * GROUP) this.group();
            this.listen();
        }

        // Only groups near the window are laid out; to ask that of each line costs more than it saves.
        group() {
            const groups = [];
            for (let first = 0; first < this.rows.length; first += GROUP) {
                const group = document.createElement("ol");
                group.className = "cue-group";
                group.start = first + 1;
                group.append(...this.rows.slice(first, first + GROUP));
                groups.push(group);
            }
            this.list.replaceChildren(...groups);
        }

        // The lines with their times; the list has their rows already.
        open(lines) {
            this.lines = lines;
            const hasRows = this.rows.length === lines.length;
            if (!hasRows) return;
            // One row is a stop of the Tab key; arrows lead to the others.
            for (const each of this.list.querySelectorAll("a, button")) each.tabIndex = -1;
            if (this.rows[0]) this.setStop(this.rows[0], true);
        }

        setStop(row, isStop) {
            for (const each of row.querySelectorAll("a, button")) each.tabIndex = isStop ? 0 : -1;
            if (isStop) {
                if (this.stop && this.stop !== row) this.setStop(this.stop, false);
                this.stop = row;
            }
        }

        row(element) {
            return element.closest?.("#cues li") ?? element.parentElement?.closest("#cues li");
        }

        index(row) { return this.rows.indexOf(row); }

        // Marks what is said at a time. In a silence the last line stays the one to look at, without a mark on a word.
        mark(time, held) {
            const said = held ?? Reading.find(this.lines, time);
            if (said !== this.at) this.move(said);
            const line = this.lines[said];
            if (!line?.words) return;
            const word = Reading.word(line.words, time);
            if (word === this.word) return;
            this.spans?.[this.word]?.removeAttribute("data-said");
            this.word = word;
            this.spans?.[word]?.setAttribute("data-said", "");
        }

        move(index) {
            this.rows[this.at]?.removeAttribute("aria-current");
            this.clear();
            this.at = index;
            const row = this.rows[index];
            if (!row) return;
            row.setAttribute("aria-current", "true");
            this.split(index);
            if (!row.contains(document.activeElement) && !this.list.contains(document.activeElement)) this.setStop(row, true);
            if (Reading.follow(this.isFollowing, "line").jumps) this.show(row);
        }

        // The words of a line, each an element of its own, as long as they are said.
        split(index) {
            const text = this.rows[index].querySelector(".cue-text");
            if (this.hasSelection(text)) return;
            // A word is marked without the space behind it.
            const parts = Reading.pieces(this.lines[index], this.language).map((piece) => {
                const span = document.createElement("span");
                span.textContent = piece.text.trimEnd();
                if (piece.isWord) span.className = "cue-word";
                return [span, piece.text.slice(span.textContent.length)];
            });
            text.replaceChildren(...parts.flat());
            this.spans = parts.map(([span]) => span);
        }

        clear() {
            this.spans?.[this.word]?.removeAttribute("data-said");
            this.spans = undefined;
            this.word = undefined;
        }

        hasSelection(element) {
            const selection = document.getSelection();
            return !selection.isCollapsed && selection.containsNode(element, true);
        }

        show(row) {
            const behavior = Storytime.calm ? "instant" : "smooth";
            const { list } = this;
            // Where the list scrolls by itself, the page stays where it is.
            if (getComputedStyle(list).overflowY === "visible") row.scrollIntoView({ block: "center", behavior });
            else {
                const [box, around] = [row.getBoundingClientRect(), list.getBoundingClientRect()];
                list.scrollTo({ top: list.scrollTop + box.top - around.top - (list.clientHeight - box.height) / 2, behavior });
            }
        }

        // MARK: Follow mode

        act(name) {
            const { isOn, jumps } = Reading.follow(this.isFollowing, name);
            if (isOn !== this.isFollowing) {
                this.isFollowing = isOn;
                this.button.setAttribute("aria-pressed", String(isOn));
                this.button.querySelector("span").textContent = isOn ? "Following" : "Follow";
            }
            if (jumps) this.jump();
        }

        jump() {
            const row = this.rows[this.at] ?? this.rows[Math.max(0, Reading.begun(this.lines, this.now()))];
            if (row) this.show(row);
        }

        listen() {
            const { list } = this;
            for (const type of ["wheel", "touchmove"]) list.addEventListener(type, () => this.act("scroll"), { passive: true });
            // The scroll bar, held.
            list.addEventListener("pointerdown", (event) => { if (event.target === list) this.act("scroll"); });
            document.addEventListener("wheel", (event) => { if (!list.contains(event.target) && getComputedStyle(list).overflowY === "visible") this.act("scroll"); }, { passive: true });
            document.addEventListener("selectionchange", () => {
                const selection = document.getSelection();
                if (!selection.isCollapsed && list.contains(selection.anchorNode)) this.act("select");
            });
            list.addEventListener("keydown", (event) => this.press(event));
            list.addEventListener("focusin", (event) => this.setStop(this.row(event.target) ?? this.stop, true));
            this.button.addEventListener("click", () => this.act("press"));
            this.field.addEventListener("input", () => {
                this.act("type");
                this.search();
            });
            this.field.addEventListener("keydown", (event) => {
                if (event.key !== "Enter") return;
                event.preventDefault();
                this.step(event.shiftKey ? -1 : 1);
            });
        }

        press(event) {
            const row = this.row(event.target);
            const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity };
            if (!row || !(event.key in steps) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            const to = Math.min(Math.max(0, this.index(row) + steps[event.key]), this.rows.length - 1);
            this.act("scroll");
            this.rows[to].querySelector(event.target.closest("button") ? "button" : "a").focus();
        }

        // MARK: Search

        search() {
            for (const index of this.found) for (const mark of ["data-found", "data-shown"]) this.rows[index]?.removeAttribute(mark);
            this.found = Reading.search(this.lines, this.field.value, this.seconds);
            this.place = -1;
            for (const index of this.found) this.rows[index]?.setAttribute("data-found", "");
            if (this.found.length) this.step(1);
            this.tell();
        }

        step(by) {
            const count = this.found.length;
            if (!count) return;
            this.rows[this.found[this.place]]?.removeAttribute("data-shown");
            this.place = (this.place + by + count) % count;
            const row = this.rows[this.found[this.place]];
            row.setAttribute("data-shown", "");
            this.show(row);
            this.tell();
        }

        tell() {
            const { length } = this.found;
            const isAsked = this.field.value.trim() !== "";
            this.count.textContent = !isAsked ? "" : length ? `${this.place + 1} of ${length}` : "Nothing found";
        }

        // MARK: A second text

        // A few at once: thousands of lines must not hold the film up.
        async second(lines, language) {
            const turn = Symbol("turn");
            this.turn = turn;
            const texts = lines ? Reading.pair(this.lines, lines) : [];
            this.seconds = texts;
            if (this.field.value) this.search();
            for (let index = 0; index < this.rows.length; index += 1) {
                const row = this.rows[index];
                let text = row.querySelector(".cue-second");
                if (!texts[index]) text?.remove();
                else {
                    if (!text) {
                        text = document.createElement("p");
                        text.className = "cue-second";
                        text.dir = "auto";
                        row.querySelector(".cue-text").after(text);
                    }
                    text.lang = language;
                    text.textContent = texts[index];
                }
                if (index % AT_ONCE === AT_ONCE - 1) {
                    await new Promise(requestAnimationFrame);
                    if (this.turn !== turn) return;
                }
            }
            if (this.isFollowing && this.at >= 0) this.jump();
        }
    };
}
