// Stories that the worker keeps for a journey (Public/kids-worker): pages tell it when to look what is packed, play from there
// what it has, and show the shelf of it where there is no network. Without a worker nothing is kept, and nothing is amiss.
Storytime.Journey = (() => {
    const OFTEN = 240_000; // milliseconds from one question to the next: a worker may work for five minutes after each
    const CLOCK = 60_000; // milliseconds after which a shelf without a network looks at the time
    const DOORS = ["/kids/leave", "/kids/leave/parent", "/kids/child", "/kids/done"]; // where Kids Mode may end, or a child leave
    const worker = navigator.serviceWorker;
    const shelf = document.querySelector(".kids-shelf[data-kept]");
    const stage = document.getElementById("stage");
    let kept = new Set();

    const say = async (what) => (await worker?.ready)?.active?.postMessage(what);
    const isSeen = () => document.visibilityState === "visible";

    // A story that is gone, because its time is over or a parent has unpacked it, is not shown, and doesn't go on.
    const show = () => {
        for (const tile of shelf.querySelectorAll(".kids-tile")) {
            tile.toggleAttribute("data-there", kept.has(Number(tile.querySelector(".kids-cover").dataset.book)));
        }
        const isPlaying = !stage.hidden && !kept.has(Number(stage.dataset.playing));
        if (isPlaying || (stage.hidden && !kept.size)) location.reload();
    };

    // Where each story was left since the server last heard of it, as far as it waits in the outbox.
    const places = () => {
        const events = [];
        try {
            for (const key of Object.keys(localStorage)) {
                if (!key.startsWith(`storytime.event.${stage.dataset.child}.`)) continue;
                const event = Storytime.Outbox.read(localStorage.getItem(key));
                if (event) events.push(event);
            }
        } catch { /* Nothing is stored, then. */ }
        events.sort((a, b) => a.occurred_at.localeCompare(b.occurred_at));
        return new Map(events.map(({ book_id: book, event_type: type, position_seconds: place }) => [book, type === "play_end" ? 0 : place]));
    };

    const furnish = () => {
        for (const [book, place] of places()) {
            const cover = shelf.querySelector(`.kids-cover[data-book="${book}"]`);
            if (!cover) continue;
            const bar = cover.querySelector("progress");
            const seconds = Number(cover.dataset.seconds);
            cover.dataset.position = place || "";
            bar.hidden = !(place && seconds);
            bar.value = seconds ? Math.max(1, Math.floor((place / seconds) * 100)) : 0;
        }
        // Whatever address led here: Back and reload lead to the shelf.
        if (location.pathname !== "/kids") history.replaceState(null, "", "/kids");
        setInterval(() => say("look"), CLOCK);
    };

    worker?.addEventListener("message", ({ data }) => {
        if (!Array.isArray(data?.kept)) return;
        kept = new Set(data.kept);
        if (shelf) show();
        // What is kept stays, even where the device runs out of room. Only Chromium asks nobody: others would ask the child.
        else if (kept.size && navigator.userAgentData) navigator.storage?.persist?.().catch(() => {});
    });
    worker?.startMessages?.();
    const sync = () => {
        if (isSeen()) say("sync");
    };
    sync();
    setInterval(sync, OFTEN);
    document.addEventListener("visibilitychange", sync);
    addEventListener("online", sync);
    document.addEventListener("submit", ({ target }) => {
        if (DOORS.includes(new URL(target.action, location.href).pathname)) say("close");
    });
    if (shelf) furnish();

    return {
        // The address of a story's film.
        film: (book, href) => (kept.has(book) ? `/kids/kept/${book}/film` : href),
    };
})();
