// Reading along in Kids Mode: below the film the line that is said, its words marked as they are. A tap on a word says it again.
{
    const { Reading } = Storytime;
    const place = document.getElementById("read-line");
    const video = document.querySelector("#stage video");
    let lines = [];
    let at = -1;
    let word = -1;
    let buttons = [];
    let until;

    if (place && video) start();

    async function start() {
        try {
            const answer = await fetch(place.dataset.cues, { headers: { Accept: "application/json" } });
            if (!answer.ok) return;
            lines = (await answer.json()).cues;
        } catch {
            return; // The film plays all the same.
        }
        // As it was chosen for this child; a film that is opened anew begins with it, too.
        const speed = Number(place.dataset.speed) || 1;
        video.defaultPlaybackRate = speed;
        video.playbackRate = speed;
        for (const type of ["timeupdate", "seeked", "pause"]) video.addEventListener(type, look);
        video.addEventListener("play", watch);
        place.addEventListener("click", (event) => {
            const button = event.target.closest(".read-word");
            if (button) say(button);
        });
        look();
    }

    function watch() {
        look();
        if (!video.paused) requestAnimationFrame(watch);
    }

    function look() {
        const time = video.currentTime;
        if (until !== undefined && time >= until && !video.seeking) {
            until = undefined;
            video.pause();
            return;
        }
        // In a silence the last line stays.
        const said = Reading.find(lines, time);
        const shown = said < 0 ? Reading.begun(lines, time) : said;
        if (shown !== at) show(shown);
        const now = said < 0 ? -1 : Reading.word(lines[said]?.words, time);
        if (now === word) return;
        buttons[word]?.removeAttribute("data-said");
        word = now;
        buttons[word]?.setAttribute("data-said", "");
    }

    function show(index) {
        at = index;
        word = -1;
        const line = lines[index];
        place.toggleAttribute("data-whole", Boolean(line) && !line.words);
        const pieces = line ? Reading.pieces(line, place.lang) : [];
        buttons = pieces.map((piece) => {
            const made = document.createElement(piece.isWord ? "button" : "span");
            made.className = piece.isWord ? "read-word" : "read-rest";
            if (piece.isWord) made.type = "button";
            made.textContent = piece.text.trim();
            return made;
        });
        place.replaceChildren(...buttons.filter((each) => each.textContent));
    }

    // The word, or all of the line where nobody knows when each word is said.
    function say(button) {
        const line = lines[at];
        const index = buttons.indexOf(button);
        const [start, , end] = line.words?.[index] ?? [line.start, "", line.end];
        until = end ?? line.words?.[index + 1]?.[0] ?? line.end;
        const wasPlaying = !video.paused && !video.ended;
        video.currentTime = start;
        // A story that plays goes on from there.
        if (wasPlaying) until = undefined;
        else video.play().catch(() => { until = undefined; });
    }
}
