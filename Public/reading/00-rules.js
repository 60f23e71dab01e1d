// What reading along decides by numbers alone. Tests/Fixtures/reading has the cases. Lines are sorted by their beginning; times
// are seconds.
Storytime.Reading = (() => {
    const OVERLAPS = 16; // lines before the newest one that may still be said
    const AGAIN = 1; // seconds into a line within which "back" means the one before
    const LEAST = 0.1; // seconds from A to B
    const SWIPE = 80; // pixels
    const STEEP = 2; // how much wider than high a swipe is

    const clamp = (number, least, most) => Math.min(Math.max(number, least), most);

    // The last line that has begun, whether it is over or not; -1 before the first.
    function begun(lines, time) {
        let [low, high] = [0, lines.length];
        while (low < high) {
            const middle = (low + high) >> 1;
            if (lines[middle].start <= time) low = middle + 1;
            else high = middle;
        }
        return low - 1;
    }

    // The line that is said; -1 in a silence. Of several, the one that began last.
    function find(lines, time) {
        const last = begun(lines, time);
        for (let index = last; index >= 0 && index > last - OVERLAPS; index -= 1) {
            if (time < lines[index].end) return index;
        }
        return -1;
    }

    // The word of a line that is said, of words like [0.5, "Once ", 0.8]; -1 before the first and in a silence.
    function word(words, time) {
        const index = (words ?? []).findLastIndex(([start]) => start <= time);
        return index >= 0 && time >= (words[index][2] ?? Infinity) ? -1 : index;
    }

    // Step mode: whether the film pauses now, at the end of a line. `line` is the one that plays, `done` the one at whose end it
    // has paused already: going on from there does not pause again. After a jump it begins with nothing.
    function step(state, lines, time) {
        const { line, done } = state;
        if (line >= 0 && line !== done && time >= lines[line].end) {
            const next = find(lines, time);
            // One that goes on meanwhile is waited for.
            if (next < 0 || lines[next].start >= lines[line].end) return { line, done: line, pauses: true };
        }
        const now = find(lines, time);
        return { line: now < 0 ? line : now, done: now < 0 || now === done ? done : -1, pauses: false };
    }

    // A and B with one of them set: what would come before A or after B is forgotten.
    function point(points, name, time) {
        const at = Math.round(time * 10) / 10;
        const other = name === "a" ? "b" : "a";
        const next = { ...points, [name]: at };
        const isPossible = next.a === null || next.b === null || next.b - next.a >= LEAST - 1e-9;
        return isPossible ? next : { ...next, [other]: null };
    }

    // Where the film goes on instead of where it is; null: where it is. Without A and B all of it is repeated, at its end.
    function loop({ isOn, a, b }, time, hasEnded = false) {
        if (!isOn) return null;
        if (hasEnded || (b !== null && time >= b)) return a ?? 0;
        return null;
    }

    // Where a button leads, by seconds or by lines; null: nowhere.
    function jump(mode, direction, lines, time, duration) {
        if (mode !== "line") return clamp(time + direction * Number(mode), 0, duration || Infinity);
        const now = begun(lines, time);
        if (direction > 0) {
            const next = lines.findIndex((line, index) => index > now && line.start > time);
            return next < 0 ? null : lines[next].start;
        }
        if (now < 0) return 0;
        return lines[time - lines[now].start < AGAIN ? Math.max(0, now - 1) : now].start;
    }

    // Follow mode: what somebody does with the text turns it off, its own button turns it on and jumps to now.
    function follow(isOn, act) {
        if (act === "press") return { isOn: !isOn, jumps: !isOn };
        return { isOn: isOn && !["scroll", "select", "type"].includes(act), jumps: isOn && act === "line" };
    }

    // What a swipe over a line means: to the end of the line it is translated, to its beginning explained.
    function swipe(x, y, isRightToLeft = false) {
        if (Math.abs(x) < SWIPE || Math.abs(x) < STEEP * Math.abs(y)) return null;
        return (x > 0) !== isRightToLeft ? "translate" : "explain";
    }

    const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/g, " ");

    // The lines in which a text is found, whatever the case and the accents.
    // `seconds` is what a second text says with each line.
    function search(lines, text, seconds = []) {
        const wanted = fold(text).trim();
        if (!wanted) return [];
        const says = (words) => fold(words ?? "").includes(wanted);
        return lines.flatMap((line, index) => (says(line.text) || says(seconds[index]) ? [index] : []));
    }

    // Models emphasize words with stars, which only a page of Markdown would show as meant.
    function plain(text) { return text.replace(/\*\*(?=\S)(.+?)\*\*/g, "$1"); }

    // For each line what a second text says meanwhile. What it says once stands once: with the line that it shares most with.
    function pair(lines, second) {
        const texts = lines.map(() => []);
        for (const other of second) {
            let [best, most] = [-1, 0];
            const from = begun(lines, other.start);
            for (let index = Math.max(0, from - OVERLAPS); index < lines.length && lines[index].start < other.end; index += 1) {
                const shared = Math.min(lines[index].end, other.end) - Math.max(lines[index].start, other.start);
                if (shared > most + 1e-9) [best, most] = [index, shared];
            }
            if (best >= 0) texts[best].push(other.text);
        }
        return texts.map((each) => each.join("\n"));
    }

    const isSame = (one, other) => one.split("-")[0].toLowerCase() === other.split("-")[0].toLowerCase();

    // Who translates a line into the language that is wanted: the name of a text, "model", or why nobody does: "same" if it is
    // in that language already, null if there is nothing. A second text that somebody chose comes first.
    function translator({ own, wanted, second, texts, hasModel }) {
        if (second) return second;
        const [isKnown, isOwn] = [Boolean(wanted), Boolean(wanted) && isSame(wanted, own)];
        const inIt = texts.find(({ language }) => isKnown && !isOwn && isSame(language, wanted));
        if (inIt) return inIt.name;
        if (hasModel && !isOwn) return "model";
        const inAnother = texts.find(({ language }) => !isSame(language, own));
        return inAnother?.name ?? (isOwn ? "same" : null);
    }

    // What was answered before in the order of a conversation: the oldest first, what belongs together one after the other, and
    // last of all the conversation to which something was added last.
    function turns(known) {
        const latest = new Map();
        for (const { thread, id } of known) latest.set(thread, Math.max(id, latest.get(thread) ?? 0));
        return [...known].sort((one, other) => latest.get(one.thread) - latest.get(other.thread) || one.id - other.id);
    }

    // "1:02.5" to a tenth of a second, and back; NaN for what is no time.
    function clock(seconds) {
        const tenths = Math.max(0, Math.round(seconds * 10));
        const [minutes, rest] = [Math.floor(tenths / 600), tenths % 600];
        return `${minutes}:${String(Math.floor(rest / 10)).padStart(2, "0")}.${rest % 10}`;
    }

    function seconds(text) {
        const parts = /^\s*(?:(?:(\d{1,2}):)?(\d{1,3}):)?(\d{1,5}(?:[.,]\d+)?)\s*$/.exec(text);
        if (!parts) return NaN;
        const [hours, minutes, rest] = [parts[1] ?? 0, parts[2] ?? 0, parts[3].replace(",", ".")].map(Number);
        if (parts[2] !== undefined && rest >= 60) return NaN;
        return Math.round((hours * 3600 + minutes * 60 + rest) * 10) / 10;
    }

    // The pieces of a line, of which those that are words can be tapped. With times each piece is one of them.
    function pieces(line, language) {
        if (line.words?.length) return line.words.map(([start, text, end]) => ({ text, start, end, isWord: /[\p{L}\p{N}]/u.test(text) }));
        if (!("Segmenter" in Intl)) {
            return (line.text.match(/[\p{L}\p{N}\p{M}'’-]+|[^\p{L}\p{N}\p{M}'’-]+/gu) ?? []).map((text) => ({ text, isWord: /[\p{L}\p{N}]/u.test(text) }));
        }
        let segmenter;
        try { segmenter = new Intl.Segmenter(language || undefined, { granularity: "word" }); } catch { segmenter = new Intl.Segmenter(undefined, { granularity: "word" }); }
        return [...segmenter.segment(line.text)].map(({ segment, isWordLike }) => ({ text: segment, isWord: isWordLike }));
    }

    // A word without what stands around it: "“Once," is "Once".
    const bare = (text) => text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");

    // Whole events of a stream (HTML §9.2.6), and what is left of it. A line may end in any of three ways; of a return at the end
    // nobody knows yet whether it is all of its line's.
    function events(text) {
        const held = text.endsWith("\r") ? "\r" : "";
        const blocks = text.slice(0, text.length - held.length).replace(/\r\n?/g, "\n").split("\n\n");
        const rest = blocks.pop() + held;
        const found = blocks.flatMap((block) => {
            const fields = { event: "message", data: [] };
            for (const line of block.split("\n")) {
                const [, name, value] = /^([^:]*):? ?(.*)$/.exec(line);
                if (name === "data") fields.data.push(value);
                else if (name === "event") fields.event = value;
            }
            return fields.data.length ? [{ type: fields.event, data: fields.data.join("\n") }] : [];
        });
        return { events: found, rest };
    }

    return { begun, find, word, step, point, loop, jump, follow, swipe, search, plain, pair, translator, turns, clock, seconds, isSame, pieces, bare, events };
})();
