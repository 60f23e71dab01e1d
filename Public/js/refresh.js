// Parts of a page that change by themselves: while one is pending, the page is asked for again, and parts that differ take the place of what is shown. It rests while nobody looks, and asks less and less while nothing changes.
{
    const [SHORTEST, LONGEST] = [3000, 30000];
    const parts = () => [...document.querySelectorAll("[data-refresh]")];
    const isPending = () => parts().some((part) => part.dataset.refresh === "pending");
    let pause = SHORTEST;
    let timer;

    // What is ticked stays so, and whoever is at a link of it stays there.
    const replace = (part, next) => {
        const places = (of) => [...of.querySelectorAll("a, button, input, summary")];
        const [before, after] = [places(part), places(next)];
        const focused = before.indexOf(document.activeElement);
        before.forEach((place, index) => place.checked && after[index] && (after[index].checked = true));
        part.replaceWith(next);
        after[focused]?.focus({ preventScroll: true });
        return next.dataset.said === part.dataset.said ? [] : [next.dataset.said];
    };

    const look = async () => {
        timer = undefined;
        const url = location.href;
        pause = Math.min(pause * 1.3, LONGEST);
        try {
            const response = await fetch(url);
            const page = new DOMParser().parseFromString(await response.text(), "text/html");
            if (response.ok && !response.redirected && url === location.href) {
                const changed = parts().map((part) => [part, page.getElementById(part.id)]).filter(([part, next]) => next && !next.isEqualNode(part));
                const words = changed.flatMap(([part, next]) => replace(part, next));
                if (words.length) {
                    pause = SHORTEST;
                    document.querySelector("[data-refresh-words]").textContent = words.join(". ");
                    document.dispatchEvent(new Event("storytime:results"));
                }
            }
        } catch {
            // The server is away for a moment.
        }
        plan();
    };
    const plan = () => {
        if (timer === undefined && !document.hidden && isPending()) timer = setTimeout(look, pause);
    };

    document.addEventListener("visibilitychange", plan);
    document.addEventListener("storytime:results", plan);
    plan();
}
