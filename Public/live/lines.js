// The lines that were heard: each can be asked about, by a tap on a word or by its button.
{
    const { Reading } = Storytime;

    // As the player says times.
    const clock = (milliseconds) => {
        const seconds = Math.floor(milliseconds / 1000);
        const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, String(seconds % 60).padStart(2, "0")];
        return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
    };

    Storytime.LiveLines = class {
        static clock = clock;
        lines = []; // as the sheet knows them: their number, when they begin in seconds, their text

        constructor(place, list) {
            this.place = place;
            this.list = list;
            this.rows = [...list.querySelectorAll("li")];
            this.lines = this.rows.map((row) => ({ id: Number(row.dataset.number), start: Number(row.dataset.start) / 1000, text: row.querySelector(".cue-text").textContent.trim() }));
            list.addEventListener("click", (event) => this.press(event));
        }

        get language() { return this.place.dataset.language; }

        // Asks for `sheet` only when the lines are there: it reads them.
        use(sheet) { this.sheet = sheet; }

        clear() {
            this.rows = [];
            this.lines = [];
            this.list.replaceChildren();
        }

        // A line that is on its way; its words follow.
        add(number, start) {
            const row = document.createElement("li");
            const time = document.createElement("span");
            const text = document.createElement("p");
            const more = document.createElement("button");
            time.className = "cue-time";
            time.textContent = clock(start);
            Object.assign(text, { className: "cue-text cue-waiting", dir: "auto", textContent: "…" });
            Object.assign(more, { className: "cue-more", type: "button", hidden: true });
            more.setAttribute("aria-haspopup", "dialog");
            more.setAttribute("aria-label", `Words of ${clock(start)}`);
            row.append(time, text, more);
            this.rows.push(row);
            this.lines.push({ id: number, start: start / 1000, text: "" });
            const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 80;
            this.list.append(row);
            if (isAtEnd) row.scrollIntoView({ block: "nearest", behavior: "instant" });
            return row;
        }

        // What was said; nothing at all takes the line away.
        fill(row, words) {
            const index = this.rows.indexOf(row);
            if (index < 0) return;
            if (!words) {
                this.rows.splice(index, 1);
                this.lines.splice(index, 1);
                row.remove();
                return;
            }
            this.lines[index].text = words;
            const text = row.querySelector(".cue-text");
            Object.assign(text, { className: "cue-text", textContent: words, lang: this.language });
            row.querySelector(".cue-more").hidden = false;
        }

        // Why there are no words. What is read aloud is the status line.
        fail(row, message) {
            const text = row.querySelector(".cue-text");
            Object.assign(text, { className: "cue-text cue-trouble", textContent: message });
            text.removeAttribute("lang");
        }

        press(event) {
            const row = event.target.closest("li");
            const index = this.rows.indexOf(row);
            const line = this.lines[index];
            if (!line?.text || !this.sheet) return;
            if (event.target.closest(".cue-more")) return this.sheet.open({ kind: "line", index, text: line.text });
            if (!event.target.closest(".cue-text") || !document.getSelection().isCollapsed) return;
            const word = this.wordAt(row.querySelector(".cue-text"), line, event);
            if (word) this.sheet.open({ kind: "word", index, text: word });
        }

        // The word under a pointer, as the browser finds it.
        wordAt(text, line, { clientX, clientY }) {
            const caret = document.caretPositionFromPoint?.(clientX, clientY);
            const range = caret ? undefined : document.caretRangeFromPoint?.(clientX, clientY);
            const [node, offset] = caret ? [caret.offsetNode, caret.offset] : [range?.startContainer, range?.startOffset];
            if (node?.nodeType !== Node.TEXT_NODE || !text.contains(node)) return undefined;
            // The template's line begins with a break.
            const before = node.textContent.slice(0, offset).trimStart().length;
            let end = 0;
            const piece = Reading.pieces(line, this.language).find((each) => {
                end += each.text.length;
                return before < end;
            });
            return piece?.isWord ? Reading.bare(piece.text) : undefined;
        }
    };
}
