// A filter form that applies itself: what it finds takes the place of what is shown, and the address follows. Without a script the form is sent with its button.
{
    const form = document.querySelector("form[data-live]");
    const REST = Number(form?.dataset.live) || 300; // milliseconds after the last letter
    const results = document.querySelector("[data-live-results]");
    let timer;
    let pending;

    const address = () => {
        const query = String(new URLSearchParams([...new FormData(form)].filter(([, value]) => value !== "")));
        return form.getAttribute("action") + (query && `?${query}`);
    };

    // Only the answer to the last question is shown: an older one is given up.
    const apply = async () => {
        clearTimeout(timer);
        pending?.abort();
        pending = new AbortController();
        const url = address();
        try {
            const response = await fetch(url, { signal: pending.signal });
            const page = new DOMParser().parseFromString(await response.text(), "text/html");
            const found = page.querySelector("[data-live-results]");
            if (!response.ok || response.redirected || !found) return location.assign(url);
            results.replaceChildren(...found.childNodes);
            history.replaceState(history.state, "", url);
            document.dispatchEvent(new Event("storytime:results"));
        } catch (error) {
            if (error.name !== "AbortError") location.assign(url);
        }
    };

    if (form && results) {
        form.addEventListener("input", (event) => {
            clearTimeout(timer);
            if (event.target.type === "search") timer = setTimeout(apply, REST);
        });
        form.addEventListener("change", (event) => {
            if (event.target.type !== "search") apply();
        });
        form.addEventListener("submit", (event) => {
            event.preventDefault();
            apply();
        });
    }
}
