// A form of a list leads back to the head of the page, where its message is. Whoever looks at the list stays where they are; the
// message is on the screen wherever that is, and the next Tab leads to it.
{
    const KEY = "stay";
    const place = () => location.pathname + location.search;

    document.addEventListener("submit", (event) => {
        if (event.target.closest("[data-stay]")) sessionStorage.setItem(KEY, JSON.stringify([place(), scrollY]));
    });

    const [kept, top] = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    sessionStorage.removeItem(KEY);
    if (kept === place() && location.hash === "#toasts") addEventListener("load", () => scrollTo({ top, behavior: "instant" }));
}
