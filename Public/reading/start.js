// Puts the page together: its parts, its keys, and what fingers do on the text.
{
    const place = document.getElementById("reading");
    const KEYS = "storytime.shortcuts"; // whether single keys act, as the help of the console keeps it
    const SEQUENCE = 1500; // milliseconds in which the second key of the console's own is awaited

    // What is copied or done is said where the page says such things; over a dialog, in the dialog.
    Storytime.say = (kind, words) => {
        const dialog = document.querySelector("dialog:modal");
        const line = dialog?.querySelector("[role=status]");
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

    if (place) start();

    function start() {
        const { Reading } = Storytime;
        const { path, book, child, track, language } = place.dataset;
        const find = (selector) => place.querySelector(selector);
        const list = document.getElementById("cues");
        const player = new Storytime.ReadingPlayer(place, { look, change });
        const editor = new Storytime.ReadingEditor(find(".repeat"), player, find("[data-act=editor]"));
        const text = list && new Storytime.ReadingLines(list, {
            follow: find("[data-act=follow]"), search: find("[type=search]"), count: find(".cue-count"), language,
        });
        if (text) text.now = () => player.time;
        const texts = new Map(); // the lines of texts that were fetched
        const translations = {
            // Who translates, for somebody who wants it in a language.
            by(wanted, hasModel) {
                const texts = [...find("[name=track]")?.options ?? []].filter(({ value }) => value !== track).map(({ value, lang }) => ({ name: value, language: lang }));
                return Reading.translator({ own: language, wanted, second: find("[name=second]")?.value, texts, hasModel });
            },
            async of(name, index, last = index) {
                const other = await fetchLines(name);
                if (!other) return undefined;
                const paired = Reading.pair(text.lines, other.cues).slice(index, last + 1).filter(Boolean).join("\n");
                return { text: paired, label: other.label, language: other.language };
            },
        };
        const sheet = text && new Storytime.ReadingSheet(document.getElementById("sheet"), { path, child, track, player, text, translations });
        const more = text && new Storytime.Menu(document.getElementById("cue-menu"), chooseForLine);
        const playMenu = new Storytime.Menu(document.getElementById("play-menu"), (act) => press(act));

        find(".reading-controls").hidden = false;
        find("[data-act=share]").hidden = !navigator.share;
        player.show();
        change();
        if (text) open();

        async function fetchLines(name) {
            if (!texts.has(name)) {
                texts.set(name, fetch(`${path}/cues/${name}.json`).then((answer) => (answer.ok ? answer.json() : undefined)).catch(() => undefined));
            }
            const lines = await texts.get(name);
            if (!lines) texts.delete(name);
            return lines;
        }

        async function open() {
            const own = await fetchLines(track);
            if (!own) return Storytime.say("bad", "The times of the text couldn’t be loaded. Reload the page to try again.");
            player.lines = own.cues;
            text.open(own.cues);
            change();
            look(player.time);
            place.dataset.ready = "";
            showSecond();
        }

        async function showSecond() {
            const name = find("[name=second]")?.value;
            sheet.offer();
            const other = name ? await fetchLines(name) : undefined;
            text.second(other?.cues, other?.language);
        }

        function look(time) {
            editor.move(time);
            if (text?.lines.length) text.mark(time, player.paused);
        }

        function change() {
            editor.draw();
            const { a, b } = player.points;
            const words = [a === null ? "" : `A ${Reading.clock(a)}`, b === null ? "" : `B ${Reading.clock(b)}`].filter(Boolean).join(" – ");
            find(".repeat-words").textContent = words;
            find("[data-act=clear]").hidden = !words;
            if (!text) return;
            for (const name of ["a", "b"]) {
                const before = list.querySelector(`[data-${name}]`);
                const time = player.points[name];
                const row = time === null ? undefined : text.rows[Math.max(0, Reading.begun(player.lines, name === "b" ? time - 0.05 : time))];
                if (before !== row) before?.removeAttribute(`data-${name}`);
                row?.setAttribute(`data-${name}`, "");
            }
        }

        // MARK: Buttons and keys

        function press(act) {
            const acts = {
                toggle: () => player.toggle(),
                menu: () => playMenu.toggle(find("[data-act=menu]")),
                back: () => player.jump(-1),
                forward: () => player.jump(1),
                repeat: () => player.repeat(),
                next: () => player.next(1),
                previous: () => player.next(-1),
                step: () => player.step(),
                loop: () => player.loop(),
                a: () => player.point("a"),
                b: () => player.point("b", player.end),
                clear: () => player.forget(),
                editor: () => editor.toggle(),
                collapse: () => player.like("isCollapsed", !player.liked.isCollapsed),
                retry: () => player.retry(),
                slower: () => player.faster(-1),
                faster: () => player.faster(1),
                link: () => Storytime.copy(addressOf(player.time)),
                share: () => share(player.time),
                follow: () => text?.act("press"),
                search: () => find("[type=search]")?.focus(),
            };
            acts[act]?.();
        }

        place.addEventListener("click", (event) => {
            const button = event.target.closest("[data-act]");
            if (!button || button.closest("[role=menu]") || button.dataset.act === "follow") return;
            press(button.dataset.act);
        });
        player.video.addEventListener("click", () => player.toggle());
        find("[data-act=toggle]").addEventListener("contextmenu", (event) => {
            event.preventDefault();
            playMenu.open(find("[data-act=menu]"));
        });
        find("[data-speed]").addEventListener("change", (event) => player.speed(event.target.value, true));
        find("[data-jump]").addEventListener("change", (event) => player.like("jump", event.target.value));
        find("[data-form]")?.addEventListener("change", (event) => player.choose(event.target.value));
        find("[name=second]")?.addEventListener("change", () => {
            keepAddress();
            showSecond();
        });
        // Another text has other lines: the page comes again, at the same place.
        find("[name=track]")?.addEventListener("change", () => {
            player.save(true);
            location.href = address({ t: Math.floor(player.time) || undefined });
        });

        function address(more = {}) {
            const query = { child, track: find("[name=track]")?.value, second: find("[name=second]")?.value, list: place.dataset.list, ...more };
            const pairs = Object.entries(query).filter(([, value]) => value);
            return pairs.length ? `${path}?${new URLSearchParams(pairs)}` : path;
        }

        function keepAddress() { history.replaceState(history.state, "", address()); }

        // With a child the link is still everybody's: who watched is nobody else's business.
        function addressOf(time) {
            const url = new URL(path, location.href);
            if (Math.floor(time)) url.searchParams.set("t", Math.floor(time));
            return url.href;
        }

        function share(time) {
            return navigator.share({ title: place.dataset.title, url: addressOf(time) }).catch(() => {});
        }

        function link(time) {
            return navigator.share && matchMedia("(pointer: coarse)").matches ? share(time) : Storytime.copy(addressOf(time));
        }

        const letters = {
            " ": "toggle", k: "toggle", s: "step", l: "loop", a: "a", b: "b", r: "repeat", n: "next", p: "previous", j: "follow", f: "search",
            "<": "slower", ">": "faster", ",": "slower", ".": "faster", ArrowLeft: "back", ArrowRight: "forward", c: "copy", e: "explain", t: "translate",
        };
        const ofLines = new Set(["a", "b", "copy", "explain", "translate"]);
        let awaited = -Infinity; // since when the console waits for the second key of a pair
        document.addEventListener("keydown", (event) => {
            if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog:modal, [role=menu]:not([hidden])")) return;
            if (event.target.matches("input, select, textarea, [contenteditable]")) return;
            if (event.key === "Escape" && !find(".repeat").hidden) return editor.toggle(false);
            const isSecond = performance.now() - awaited < SEQUENCE;
            awaited = event.key === "g" ? performance.now() : -Infinity;
            let act = letters[event.key];
            if (!act || isSecond || (event.repeat && !event.key.startsWith("Arrow"))) return;
            if (event.key === " " && event.target.closest("button, a, summary")) return;
            if (event.key.length === 1 && event.key !== " " && !hasKeys()) return;
            event.preventDefault();
            const row = text?.row(event.target) ?? undefined;
            if (!ofLines.has(act)) return press(act);
            // On a line a key is about that line, elsewhere about what is said now.
            if (row) return chooseForLine(act, text.index(row));
            if (act === "a" || act === "b") return press(act);
            const said = text ? Reading.begun(text.lines, player.time) : -1;
            if (said >= 0) chooseForLine(act, said);
        }, { capture: true });

        // The help of the console names this page's own keys, and not what the same keys do elsewhere.
        const help = document.querySelector("#shortcuts dl");
        for (const line of help?.querySelectorAll("[data-keys]") ?? []) if (line.dataset.keys in letters) line.remove();
        help?.append(...find(".reading-keys dl")?.cloneNode(true).children ?? []);

        function hasKeys() {
            try { return localStorage.getItem(KEYS) !== "off"; } catch { return true; }
        }

        // MARK: Lines

        function chooseForLine(act, index) {
            const line = text.lines[index];
            if (!line) return;
            const about = { kind: "line", index, text: line.text };
            const acts = {
                copy: () => Storytime.copy(line.text),
                explain: async () => (await sheet.known, may("explain")) && sheet.open(about, "explain"),
                translate: async () => {
                    await sheet.known;
                    if (may("translate")) sheet.open(about, "translate");
                    else if (sheet.isInOwnLanguage) Storytime.say("bad", sheet.sameLanguage);
                },
                words: () => sheet.open(about),
                a: () => player.point("a", line.start),
                b: () => player.point("b", line.end),
                again: () => player.repeatPart(line.start, line.end),
                link: () => link(line.start),
            };
            acts[act]?.();
        }

        if (!text) return;
        list.addEventListener("click", (event) => {
            const row = text.row(event.target);
            if (!row || !text.lines.length) return;
            const index = text.index(row);
            const time = event.target.closest(".cue-time");
            if (time) {
                event.preventDefault();
                player.seek(text.lines[index].start);
                player.begin();
            } else if (event.target.closest(".cue-more")) {
                more.toggle(event.target.closest(".cue-more"), { subject: index });
            } else if (event.target.closest(".cue-text") && document.getSelection().isCollapsed && !swiped) {
                openWord(index, event);
            }
        });
        list.addEventListener("contextmenu", (event) => {
            const row = text.row(event.target);
            if (!row || !text.lines.length || !document.getSelection().isCollapsed) return;
            event.preventDefault();
            const isOfKeys = event.button !== 2 || (event.clientX === 0 && event.clientY === 0);
            more.open(row.querySelector(".cue-more"), { subject: text.index(row), at: isOfKeys ? undefined : { x: event.clientX, y: event.clientY } });
        });

        // The word under a pointer: one of those that are marked, or the one that the browser finds there.
        function openWord(index, event) {
            const line = text.lines[index];
            const pieces = Reading.pieces(line, language);
            const element = event.target.closest(".cue-text");
            let offset = 0;
            const span = event.target.closest(".cue-word");
            if (span) {
                for (const each of element.childNodes) {
                    if (each === span) break;
                    offset += each.textContent.length;
                }
            } else {
                const caret = caretAt(event);
                if (caret?.node?.nodeType !== Node.TEXT_NODE) return;
                for (const each of element.childNodes) {
                    if (each.contains(caret.node)) break;
                    offset += each.textContent.length;
                }
                offset += caret.offset;
            }
            let end = 0;
            const piece = pieces.find((each) => {
                end += each.text.length;
                return offset < end;
            });
            if (!piece?.isWord) return;
            sheet.open({ kind: "word", index, text: Reading.bare(piece.text), start: piece.start, end: piece.end });
        }

        function caretAt({ clientX, clientY }) {
            const caret = document.caretPositionFromPoint?.(clientX, clientY);
            if (caret) return { node: caret.offsetNode, offset: caret.offset };
            const range = document.caretRangeFromPoint?.(clientX, clientY);
            return range && { node: range.startContainer, offset: range.startOffset };
        }

        // MARK: Swipes

        let swipe;
        let swiped = false;
        list.addEventListener("pointerdown", (event) => {
            swiped = false;
            const row = text.row(event.target);
            if (event.pointerType !== "touch" || !event.isPrimary || !row) return;
            swipe = { row, x: event.clientX, y: event.clientY, id: event.pointerId };
        });
        list.addEventListener("pointermove", (event) => {
            if (!swipe || event.pointerId !== swipe.id) return;
            const [x, y] = [event.clientX - swipe.x, event.clientY - swipe.y];
            const means = Reading.swipe(x, y, isRightToLeft(swipe.row));
            swipe.row.style.setProperty("--swiped", `${Math.abs(x) > 2 * Math.abs(y) ? Math.max(-120, Math.min(120, x)) : 0}px`);
            swipe.row.dataset.swipe = means && may(means) ? means : "";
        });
        const end = (event, isDone) => {
            if (!swipe || event.pointerId !== swipe.id) return;
            const { row, x, y } = swipe;
            const means = Reading.swipe(event.clientX - x, event.clientY - y, isRightToLeft(row));
            swipe = undefined;
            row.style.removeProperty("--swiped");
            delete row.dataset.swipe;
            if (!isDone || !means || !may(means)) return;
            swiped = true;
            chooseForLine(means, text.index(row));
        };
        list.addEventListener("pointerup", (event) => end(event, true));
        list.addEventListener("pointercancel", (event) => end(event, false));

        function may(act) { return act === "explain" ? sheet.isOn : sheet.canTranslate; }

        function isRightToLeft(row) { return getComputedStyle(row.querySelector(".cue-text")).direction === "rtl"; }

        // MARK: A selection

        const bar = document.getElementById("selection-bar");
        // Only while there is a bar: each frame waits for who listens.
        const scrolled = ["scroll", () => showBar(false), { capture: true, passive: true }];
        const showBar = (isShown) => {
            bar.hidden = !isShown;
            (isShown ? addEventListener : removeEventListener)(...scrolled);
        };
        document.addEventListener("selectionchange", () => {
            const chosen = selected();
            showBar(Boolean(chosen));
            if (!chosen) return;
            bar.querySelector("[data-selected=keep]").hidden = !sheet.canKeep(chosen);
            const box = document.getSelection().getRangeAt(0).getBoundingClientRect();
            const { width, height } = bar.getBoundingClientRect();
            bar.style.left = `${Math.max(8, Math.min(box.left + box.width / 2 - width / 2, innerWidth - width - 8))}px`;
            bar.style.top = `${box.bottom + 8 + height < innerHeight ? box.bottom + 8 : Math.max(8, box.top - height - 8)}px`;
        });
        // Pressed, the selection must stay.
        bar.addEventListener("pointerdown", (event) => event.preventDefault());
        bar.addEventListener("click", (event) => {
            const chosen = selected();
            const act = event.target.closest("[data-selected]")?.dataset.selected;
            if (!chosen || !act) return;
            if (act === "copy") Storytime.copy(chosen.text);
            else if (act === "keep") sheet.keep(chosen);
            else sheet.open(chosen, act);
        });

        // What is selected of the text, from its first line on. Times and second texts that lie between are not part of it.
        function selected() {
            const selection = document.getSelection();
            if (selection.isCollapsed || !selection.rangeCount || document.querySelector("dialog:modal")) return undefined;
            const range = selection.getRangeAt(0);
            const first = text.row(range.startContainer);
            if (!first || !list.contains(range.endContainer)) return undefined;
            const index = text.index(first);
            const parts = [];
            for (let at = index; at < text.rows.length && parts.length < 50; at += 1) {
                const words = text.rows[at].querySelector(".cue-text");
                if (!range.intersectsNode(words)) {
                    if (at > index) break;
                    continue;
                }
                const part = document.createRange();
                part.selectNodeContents(words);
                if (words.contains(range.startContainer)) part.setStart(range.startContainer, range.startOffset);
                if (words.contains(range.endContainer)) part.setEnd(range.endContainer, range.endOffset);
                parts.push(part.toString());
            }
            const words = parts.join("\n").trim();
            return words ? { kind: "selection", index, last: index + parts.length - 1, text: words.slice(0, 2000) } : undefined;
        }
    }
}
