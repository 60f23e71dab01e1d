// Keeps small fingers from losing their place. These are no locks: the server refuses everything but Kids Mode anyway.
{
    const isTyped = (target) => target.matches?.("input:not([type=range])");
    const refuse = (event) => {
        if (!isTyped(event.target)) event.preventDefault();
    };
    for (const type of ["contextmenu", "selectstart", "dragstart", "dblclick"]) document.addEventListener(type, refuse);
    // A file that is dropped here would be opened instead of the page.
    for (const type of ["dragover", "drop"]) document.addEventListener(type, (event) => event.preventDefault());

    // They lean on keys as well: what a held key does is done once. Keys that lead on step by step, and letters of a field, repeat.
    const STEPS = /^(Arrow.+|Page.+|Home|End|Tab|Backspace|Delete|[-+=])$/;
    addEventListener("keydown", (event) => {
        if (!event.repeat || STEPS.test(event.key) || (isTyped(event.target) && event.key !== "Enter")) return;
        event.preventDefault();
        event.stopImmediatePropagation();
    }, { capture: true });

    // No key and no middle button opens a link in a new window; it leads where it leads in this one.
    const keepHere = (event) => {
        const link = event.target.closest?.("a[href]");
        if (!link || event.defaultPrevented) return;
        const isElsewhere = event.button === 1 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
        if (!isElsewhere) return;
        event.preventDefault();
        if (event.button === 0) location.assign(link.href);
    };
    document.addEventListener("click", keepHere);
    document.addEventListener("auxclick", keepHere);

    // Two fingers on the stage would enlarge the page under it.
    document.getElementById("stage")?.addEventListener("touchmove", (event) => {
        if (event.touches.length > 1) event.preventDefault();
    }, { passive: false });

    // What a parent typed in this tab and didn't save is nobody's business here.
    for (const name of Object.keys(sessionStorage)) {
        if (name.startsWith("typed ")) sessionStorage.removeItem(name);
    }

    // The parent's other tabs follow into Kids Mode, and those in memory are dropped.
    if ("BroadcastChannel" in window) {
        const channel = new BroadcastChannel("storytime");
        channel.postMessage("locked");
        channel.close();
    }

    // Says "no internet" in a friendly way; needs HTTPS, and everything works without.
    navigator.serviceWorker?.register("/kids/worker.js", { scope: "/kids" }).catch(() => {});

    // The page without a network gives way to the one that was wanted as soon as the server answers. The browser's own sign
    // may come before it does, and not at all where the server was what was missing.
    const LOOK = 3000; // milliseconds from one look for the server to the next
    const PAGE = "/kids/offline"; // where it stands in for no other
    const look = async () => {
        const answer = await fetch(PAGE, { method: "HEAD" }).catch(() => undefined);
        // No story is interrupted for it.
        if (answer?.ok && document.getElementById("stage")?.hidden !== false) location.reload();
        else setTimeout(look, LOOK);
    };
    if (document.querySelector("[data-offline]") && location.pathname !== PAGE) setTimeout(look, LOOK);
}
