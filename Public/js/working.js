// A page that says how far something is looks again until it is over, and then shows what came of it. Without a script the whole page is loaded again and again.
{
    const PAUSE = 1000;
    const view = document.querySelector("[data-working]");

    const look = async () => {
        try {
            const response = await fetch(location.href);
            const page = new DOMParser().parseFromString(await response.text(), "text/html");
            const next = page.querySelector("[data-working]");
            if (!response.ok || !next || page.title !== document.title) return location.reload();
            if (next.textContent !== view.textContent) view.replaceChildren(...next.childNodes);
        } catch {
            // The server is away for a moment.
        }
        setTimeout(look, PAUSE);
    };

    if (view) setTimeout(look, PAUSE);
}
