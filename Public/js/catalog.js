// The catalog of parents: the next page comes when the last three stories come into view, a story is added without leaving its
// place, and who comes back finds the list as it was. Without a script there are a button, a link and a form for each.
{
    const NEAR_END = 3;
    const results = document.querySelector("[data-live-results]");
    const clear = document.querySelector("[data-clear]");
    let observer;
    let pending;

    const parse = (text) => new DOMParser().parseFromString(text, "text/html");
    const list = () => results?.querySelector("[data-more-list]");
    const link = () => results?.querySelector("[data-more]");

    // Looks at the last rows; one that is seen brings the next page.
    const watch = () => {
        observer?.disconnect();
        if (!link()) return;
        observer = new IntersectionObserver((entries) => {
            if (entries.some((entry) => entry.isIntersecting)) load();
        });
        for (const row of [...list().children].slice(-NEAR_END)) observer.observe(row);
    };

    // The link says where all pages up to the next one are, which becomes the address: a reload, or Back, shows the same.
    const load = async () => {
        const more = link();
        if (!more || pending) return;
        const asked = pending = new AbortController();
        const href = more.getAttribute("href").split("#")[0];
        observer?.disconnect();
        more.setAttribute("aria-busy", "true");
        more.textContent = "Loading …";
        try {
            const response = await fetch(more.dataset.more, { signal: asked.signal });
            const page = parse(await response.text());
            const rows = page.querySelector("[data-more-list]");
            if (!response.ok || response.redirected || !rows) throw new Error("no list");
            const known = new Set([...list().children].map((row) => row.id));
            list().append(...[...rows.children].filter((row) => !known.has(row.id)));
            const next = page.querySelector("[data-more]");
            const state = new URL(href, location);
            history.replaceState(history.state, "", state);
            if (next) {
                // The next page of what is shown is where the list that began first goes on.
                const url = new URL(next.getAttribute("href").split("#")[0], location);
                url.searchParams.set("from", state.searchParams.get("from") ?? "1");
                more.setAttribute("href", `${url.pathname}${url.search}#next`);
                more.dataset.more = next.dataset.more;
                more.textContent = "Load more";
                more.removeAttribute("aria-busy");
            } else {
                more.parentElement.remove();
            }
        } catch (error) {
            if (error.name === "AbortError") return;
            // The link still works, and says so.
            more.textContent = "Load more";
            more.removeAttribute("aria-busy");
            return;
        } finally {
            if (pending === asked) pending = undefined;
        }
        watch();
    };

    // A story is added in place: the row comes anew, and the notice with its Undo.
    const add = async (form) => {
        const row = form.closest("[id]");
        const response = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
        const page = parse(await response.text());
        const fresh = page.getElementById(row.id);
        if (!response.ok || !fresh) return location.assign(response.url);
        row.replaceWith(fresh);
        Storytime.notices(page);
        fresh.querySelector("a").focus({ preventScroll: true });
    };

    if (list() || clear) {
        for (const button of document.querySelectorAll("[data-unscripted]")) button.hidden = true;
        document.addEventListener("storytime:results", () => {
            pending?.abort();
            pending = undefined;
            watch();
        });
        results.addEventListener("click", (event) => {
            if (!event.target.closest("[data-more]")) return;
            event.preventDefault();
            load();
        });
        results.addEventListener("submit", (event) => {
            if (!event.target.matches("[data-add]")) return;
            event.preventDefault();
            add(event.target).catch(() => event.target.submit());
        });
        watch();
    }

    if (clear) {
        const input = clear.parentElement.querySelector("input");
        input.addEventListener("input", () => { clear.hidden = input.value === ""; });
        clear.addEventListener("click", (event) => {
            event.preventDefault();
            input.value = "";
            clear.hidden = true;
            input.focus();
            input.form.requestSubmit();
        });
        // Pages of those who are signed in are not stored: the place is kept beside the address.
        addEventListener("pagehide", () => history.replaceState({ ...history.state, top: scrollY }, ""));
        const [entry] = performance.getEntriesByType("navigation");
        if (entry?.type === "back_forward" && history.state?.top) {
            addEventListener("load", () => scrollTo({ top: history.state.top, behavior: "instant" }));
        }
    }
}
