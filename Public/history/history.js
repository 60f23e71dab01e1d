// The home of reading along: a row is pulled away with a finger, its menu opens where one expects it, and an address is taken
// from the clipboard.
{
    const AWAY = 0.35; // of its width, after which a row that is let go is removed
    const LATER = 500; // milliseconds
    const CLEAR = 2; // times that a finger goes sideways further than up or down, to mean it

    const list = document.querySelector("[data-history]");
    if (list) start(list);

    function start(list) {
        let pull;
        const far = (x, row) => -x > row.offsetWidth * AWAY;
        const rowOf = (event) => event.target.closest?.(".watched-row");

        list.addEventListener("pointerdown", (event) => {
            const row = rowOf(event);
            if (event.pointerType !== "touch" || !event.isPrimary || !row || event.target.closest(".watched-acts")) return;
            pull = { row, id: event.pointerId, x: event.clientX, y: event.clientY, isMeant: false };
        });
        list.addEventListener("pointermove", (event) => {
            if (event.pointerId !== pull?.id) return;
            const [x, y] = [event.clientX - pull.x, event.clientY - pull.y];
            pull.isMeant ||= Math.abs(x) > 10 && Math.abs(x) > CLEAR * Math.abs(y);
            if (!pull.isMeant) return;
            pull.row.classList.add("is-pulled");
            pull.row.classList.toggle("is-leaving", far(x, pull.row));
            pull.row.style.setProperty("--pulled", `${Math.min(0, x)}px`);
        });
        const end = (event, isDone) => {
            if (event.pointerId !== pull?.id) return;
            const { row, x, isMeant } = pull;
            pull = undefined;
            row.classList.remove("is-pulled");
            if (isDone && isMeant && far(event.clientX - x, row)) {
                row.style.setProperty("--pulled", "-100%");
                row.querySelector("[data-remove]").requestSubmit();
            } else {
                row.classList.remove("is-leaving");
                row.style.removeProperty("--pulled");
            }
        };
        list.addEventListener("pointerup", (event) => end(event, true));
        list.addEventListener("pointercancel", (event) => end(event, false));
        // Whoever comes back to the page finds its rows in their places, and how far they are by now: a place that was saved
        // on leaving a film may have come later than the request for this page.
        const freshen = async () => {
            const answer = await fetch(location.href).catch(() => undefined);
            if (!answer?.ok) return;
            const page = new DOMParser().parseFromString(await answer.text(), "text/html");
            for (const row of list.children) {
                const picture = page.querySelector(`[data-id="${row.dataset.id}"] .watched-picture`);
                if (picture) row.querySelector(".watched-picture").replaceWith(picture);
            }
        };
        addEventListener("pageshow", (event) => {
            const [way] = performance.getEntriesByType("navigation");
            if (event.persisted || way?.type === "back_forward") setTimeout(freshen, LATER);
            for (const row of list.children) {
                row.classList.remove("is-leaving");
                row.style.removeProperty("--pulled");
            }
        });

        list.addEventListener("contextmenu", (event) => {
            const button = rowOf(event)?.querySelector("[aria-haspopup=menu]");
            if (!button || event.target.closest("[role=menu]")) return;
            event.preventDefault();
            button.click();
        });
    }

    // Where the browser lets us, the address in the clipboard is filled in; else it can be typed there.
    const paste = document.querySelector("[data-paste]");
    paste?.addEventListener("click", async (event) => {
        if (!navigator.clipboard?.readText || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        const target = new URL(paste.href);
        try {
            const text = (await navigator.clipboard.readText()).trim();
            if (text && text.length <= 2000 && !/\s/.test(text)) target.searchParams.set("url", text);
        } catch {
            // Nobody allowed it, or there is nothing.
        }
        location.href = target.href;
    });
}
