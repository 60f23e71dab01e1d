// The form for an address shows what is there while somebody types: the same page answers, and its middle is shown. Only the
// answer to what stands there now counts. Without a script a button asks.
{
    const REST = 350; // milliseconds after the last letter
    const form = document.querySelector("form[data-address]");
    const field = form?.elements.url;
    const place = document.getElementById("found");
    let timer;
    let pending;
    let shown = field?.defaultValue.trim();

    const look = async () => {
        const typed = field.value.trim();
        if (typed === shown) return;
        pending?.abort();
        shown = typed;
        if (!typed) return place.replaceChildren();
        const call = new AbortController();
        pending = call;
        place.setAttribute("aria-busy", "true");
        try {
            const answer = await fetch(`${form.getAttribute("action")}?${new URLSearchParams({ url: typed })}`, { signal: call.signal });
            const page = new DOMParser().parseFromString(await answer.text(), "text/html");
            const found = page.getElementById("found");
            if (pending !== call) return;
            place.replaceChildren(...(found?.childNodes ?? []));
        } catch (error) {
            // Asked again with the next letter.
            if (error.name !== "AbortError" && pending === call) shown = undefined;
        } finally {
            if (pending === call) place.removeAttribute("aria-busy");
        }
    };

    if (form) {
        // What was typed before this ran, or came back with the page.
        look();
        field.addEventListener("input", () => {
            clearTimeout(timer);
            timer = setTimeout(look, REST);
        });
        // Opened, nothing more is shown.
        form.addEventListener("submit", () => {
            clearTimeout(timer);
            pending?.abort();
        });
    }
}
