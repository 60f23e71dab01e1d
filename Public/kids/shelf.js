// The shelf: one tap on a cover opens the stage in the same page, so that browsers let it play with sound. The address is that
// of the story's own page, and Back leads to the same cover again.
{
    const stage = document.getElementById("stage");
    const shelf = document.querySelector(".kids-shelf");
    const READY = "800px"; // how far below the window further tiles are fetched
    const AT_ONCE = 6; // tiles that are added between two frames
    const PLAYED = 5; // seconds after which a story counts as begun, as the server has it
    const HEARD = 3000; // milliseconds for which it waits until the server has heard of a story
    const TWICE = 1000; // milliseconds in which a second tap on a cover is still the first one
    const NEAR = 60; // pixels between the two

    const TARGETS = ".kids-cover, .kids-series"; // what arrows lead to

    const number = (text) => (text ? Number(text) : null);
    const storyOf = ({ dataset }) => ({
        book: Number(dataset.book),
        title: dataset.title,
        film: dataset.film,
        language: dataset.language,
        position: Number(dataset.position ?? 0),
        seconds: number(dataset.seconds),
        sources: Number(dataset.sources ?? 1),
        expiresAt: number(dataset.expires),
    });

    if (stage && shelf) start();
    else if (stage) startAlone();

    // A story's own page: nothing but the stage.
    function startAlone() {
        const captions = [...stage.querySelectorAll("track")].map((track) => (
            { language: track.srclang, label: track.label, kind: track.kind, url: track.src, is_default: track.dataset.first !== undefined }));
        const player = new Storytime.Player(stage);
        const { storyboard, choice } = stage.dataset;
        player.open({ ...storyOf(stage), captions, storyboard, choice, isInSeries: "series" in stage.dataset });
        // Loaded again, the address of a story shares its page with the shelf that led here: Back changes only the address.
        addEventListener("popstate", () => location.reload());
    }

    function start() {
        const player = new Storytime.Player(stage, { leave, turn });
        const home = { title: document.title, path: location.pathname + location.search };
        let opener;
        let tap; // the last one that opened a story
        let wasInSeries = false; // whether a story of a series was opened since the shelf was drawn
        let isLeaving = false; // Two quick taps on the way back are one: the second would lead out of the shelf.

        document.addEventListener("click", (event) => {
            const cover = event.target.closest?.(".kids-cover");
            if (!cover) return;
            event.preventDefault();
            if (player.story) return;
            tap = event;
            open(cover);
            history.pushState({ book: player.story.book }, "", cover.getAttribute("href"));
        });

        // Small fingers tap twice: what lies on the stage where the cover was is not meant.
        stage.addEventListener("click", (event) => {
            const isOfPointer = event.detail > 0 && tap?.detail > 0;
            const isSame = isOfPointer && event.timeStamp - tap.timeStamp < TWICE
                && Math.hypot(event.clientX - tap.clientX, event.clientY - tap.clientY) < NEAR;
            if (!isSame || !["loading", "playing", "paused"].includes(stage.dataset.state)) return;
            event.preventDefault();
            event.stopPropagation();
        }, { capture: true });

        addEventListener("popstate", () => {
            const cover = coverOf(location.pathname);
            isLeaving = false;
            if (player.story) close();
            if (cover) open(cover);
            // A story whose cover is not on this page yet has a page of its own.
            else if (location.pathname.startsWith("/kids/watch/")) location.reload();
        });

        function leave() {
            if (isLeaving) return;
            isLeaving = Boolean(history.state?.book);
            if (isLeaving) history.back();
            else close();
        }

        function coverOf(path) {
            return [...document.querySelectorAll(".kids-cover")].find((cover) => cover.getAttribute("href") === path);
        }

        function open(cover) {
            opener = cover;
            isLeaving = false;
            show(storyOf(cover));
        }

        // The story after the one that has just ended: the address is that of its own page, and Back leads to the shelf.
        function turn(story) {
            finish();
            history.replaceState({ book: story.book }, "", story.href);
            show({ sources: 1, ...story });
        }

        function show(story) {
            player.open(story);
            document.title = `${story.title} · Storytime`;
            shelf.inert = true;
            document.documentElement.dataset.stage = "";
            player.toggleButton.focus({ preventScroll: true });
        }

        function close() {
            finish();
            document.title = home.title;
            shelf.inert = false;
            delete document.documentElement.dataset.stage;
            Storytime.Titles.hush();
            opener.focus({ preventScroll: true });
            const { top, bottom } = opener.getBoundingClientRect();
            if (top < 0 || bottom > innerHeight) opener.scrollIntoView({ block: "nearest" });
            if (wasInSeries) redraw();
        }

        function finish() {
            const story = player.close();
            wasInSeries ||= Boolean(story.isInSeries);
            note(story);
        }

        // Which story of a series is next, the server knows once it has heard of what was watched.
        async function redraw() {
            wasInSeries = false;
            const { outbox } = player.watching;
            try {
                for (let wait = 0; wait < HEARD && outbox.underWay.size; wait += 100) await new Promise((done) => setTimeout(done, 100));
                await outbox.flush();
                const answer = await fetch(home.path);
                if (!answer.ok || player.story) return;
                const page = new DOMParser().parseFromString(await answer.text(), "text/html");
                for (const tile of page.querySelectorAll("#stories > .kids-tile")) replace(document.querySelector(`#stories > [data-key="${tile.dataset.key}"]`), tile);
                const [row, fresh] = [document, page].map((each) => each.getElementById("continuing"));
                if (!row || !fresh) return;
                const isInside = row.contains(opener);
                row.replaceWith(fresh);
                if (isInside) refocus(fresh.querySelector(".kids-cover") ?? shelf.querySelector(".kids-cover"), document.activeElement === document.body);
            } catch {
                // Then it is as it was until the shelf is opened again.
            }
        }

        function replace(old, tile) {
            if (!old || old.outerHTML === tile.outerHTML) return;
            const [isInside, isFocused] = [opener, document.activeElement].map((each) => old.contains(each));
            old.replaceWith(tile);
            if (isInside) refocus(tile.querySelector(".kids-cover"), isFocused);
        }

        function refocus(cover, isFocused) {
            opener = cover;
            if (isFocused) cover.focus({ preventScroll: true });
        }

        // What was just watched shows on its covers, as the server would draw them.
        function note({ book, position: place, seconds, wasFinished }) {
            if (!wasFinished && place < PLAYED) return;
            const position = place < PLAYED ? 0 : place;
            const covers = [...document.querySelectorAll(`.kids-cover[data-book="${book}"]`)];
            for (const cover of covers) {
                cover.dataset.position = position || "";
                const bar = cover.querySelector("progress");
                const isKnown = position > 0 && seconds > 0;
                bar.hidden = !isKnown;
                bar.value = isKnown ? Math.max(1, Math.floor((position / seconds) * 100)) : 0;
            }
            const row = document.getElementById("continuing");
            if (!row || covers.length === 0) return;
            const list = row.querySelector("ul");
            const begun = covers.find((cover) => list.contains(cover))?.closest("li");
            const isFocused = begun?.contains(opener);
            if (position > 0) {
                const tile = begun ?? opener.closest("li").cloneNode(true);
                if (list.firstElementChild !== tile) list.prepend(tile);
            } else if (begun) {
                // The focus goes where the same story stands below.
                if (isFocused) opener = covers.find((cover) => !list.contains(cover)) ?? document.querySelector(".kids-cover");
                begun.remove();
            }
            row.hidden = !list.firstElementChild;
        }

        // A parent may have ended Kids Mode while the screen was dark.
        document.addEventListener("visibilitychange", () => {
            const cover = shelf.querySelector(".kids-cover");
            if (document.visibilityState === "visible" && !player.story && cover) player.ask(cover.dataset.book);
        });

        shelf.addEventListener("keydown", walk);
        const more = document.querySelector(".kids-more");
        if (more) fetchAhead(more);
    }

    // Arrows lead from cover to cover, as on a television.
    function walk(event) {
        const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
        const cover = event.target.closest(TARGETS);
        if (!way || !cover || event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        const from = cover.getBoundingClientRect();
        let nearest;
        let least = Infinity;
        for (const other of shelf.querySelectorAll(TARGETS)) {
            const to = other.getBoundingClientRect();
            const [x, y] = [to.left - from.left, to.top - from.top];
            const ahead = way[0] * x + way[1] * y;
            const aside = Math.abs(way[0] * y + way[1] * x);
            // What is straight ahead comes before what is near, and no arrow leaves its row sideways.
            const isOff = way[0] ? aside > from.height / 2 : false;
            const distance = ahead + 10 * aside;
            if (ahead < 5 || isOff || distance >= least) continue;
            [nearest, least] = [other, distance];
        }
        nearest?.focus();
    }

    // The next page of tiles comes before its end is seen. The link that leads there works by itself, too.
    function fetchAhead(more) {
        const list = document.getElementById("stories");
        const frame = () => new Promise((done) => requestAnimationFrame(done));
        let isBusy = false;

        const add = async () => {
            if (isBusy) return;
            isBusy = true;
            try {
                const answer = await fetch(more.href);
                if (!answer.ok) throw new Error(answer.status);
                const page = new DOMParser().parseFromString(await answer.text(), "text/html");
                const tiles = [...page.querySelectorAll("#stories > .kids-tile")];
                const known = new Set([...list.children].map((tile) => tile.dataset.key));
                const fresh = tiles.filter((tile) => !known.has(tile.dataset.key));
                while (fresh.length) {
                    await frame();
                    list.append(...fresh.splice(0, AT_ONCE));
                }
                const next = page.querySelector(".kids-more");
                if (!next) return more.remove();
                more.href = next.getAttribute("href");
            } catch {
                // It is tried again when somebody comes near once more.
            }
            isBusy = false;
            // Looks again: a large window may have room for more at once.
            watch.unobserve(more);
            setTimeout(() => watch.observe(more), 500);
        };
        const watch = new IntersectionObserver((entries) => {
            if (entries.some((entry) => entry.isIntersecting)) add();
        }, { rootMargin: READY });
        watch.observe(more);
        more.addEventListener("click", (event) => {
            event.preventDefault();
            add();
        });
    }
}
