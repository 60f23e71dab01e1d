// Ctrl or Cmd and K: the pages and actions whose words begin with what is typed, and below them the three books that
// a search finds best. Enter opens the first page or action, and where there is none it searches everything.
{
    const dialog = document.getElementById("quick");
    const mostBooks = 3;
    const pauseMilliseconds = 200;

    function start(dialog) {
        const form = dialog.querySelector("form");
        const field = form.querySelector("input");
        const status = form.querySelector("[role=status]");
        const list = form.querySelector("ul");
        const everything = form.querySelector("[type=submit]");
        const asked = form.querySelector("[data-quick-words]");
        const links = [...list.querySelectorAll("a")];
        const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
        const wordsOf = (text) => plain(text).split(/\s+/).filter(Boolean);
        const names = new Map(links.map((link) => [link, wordsOf(link.textContent)]));
        const shown = () => links.filter((link) => !link.parentElement.hidden);
        let books = [];
        let search;

        const report = () => {
            const pages = shown().length;
            status.textContent =
                (pages ? `Pages and actions: ${pages}.` : "No page or action has this name. Enter searches everything.") +
                (books.length ? ` Books: ${books.length}.` : "");
        };

        // The search page has them, as links; nothing else of it is used.
        const read = (text) =>
            [...new DOMParser().parseFromString(text, "text/html").querySelectorAll("#found-books-list a")]
                .slice(0, mostBooks)
                .map((found) => {
                    const [item, link] = [document.createElement("li"), document.createElement("a")];
                    const words = (part) => found.querySelector(part).textContent.trim();
                    link.href = found.getAttribute("href");
                    link.textContent = [words(".found-title"), words(".found-detail")].filter(Boolean).join(", ");
                    link.dir = "auto";
                    item.append(link);
                    return item;
                });

        const findBooks = async (words) => {
            search?.abort();
            search = new AbortController();
            const { signal } = search;
            for (const book of books) book.remove();
            books = [];
            if (words.length < 2) return;
            await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
            if (signal.aborted) return;
            try {
                const answer = await fetch(`${form.action}?${new URLSearchParams({ q: words })}`, { signal });
                const found = answer.ok ? read(await answer.text()) : [];
                if (signal.aborted) return;
                books = found;
                list.append(...books);
                report();
            } catch {
                // Pages and actions are there without a connection, too.
            }
        };

        const find = () => {
            const words = field.value.trim();
            const begins = (link) => (word) => names.get(link).some((each) => each.startsWith(word));
            for (const link of links) link.parentElement.hidden = !wordsOf(words).every(begins(link));
            asked.textContent = words ? ` for “${words}”` : "";
            findBooks(words);
            report();
        };

        const open = () => {
            field.value = "";
            find();
            dialog.showModal();
            field.focus();
        };

        document.addEventListener("keydown", (event) => {
            const isAsked = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
            if (!isAsked || event.defaultPrevented) return;
            event.preventDefault();
            if (dialog.open) dialog.close();
            else if (!document.querySelector("dialog:modal")) open();
        });
        field.addEventListener("input", find);
        // Enter in the field presses the button, too. Safari doesn’t focus a button that is clicked.
        let clicked = null;
        form.addEventListener("click", (event) => { clicked = event.detail > 0 ? event.target.closest("button") : null; });
        form.addEventListener("submit", (event) => {
            const isPressed = event.submitter && (event.submitter === clicked || event.submitter.matches(":focus"));
            const [first] = field.value && !isPressed ? shown() : [];
            if (!first && field.value && field.name) return;
            event.preventDefault();
            first?.click();
        });
        // Arrows go through what was found to the search, and back to the field.
        form.addEventListener("keydown", (event) => {
            const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
            if (!step) return;
            event.preventDefault();
            const stops = [field, ...shown(), ...books.map((book) => book.firstChild), everything];
            stops[Math.min(Math.max(stops.indexOf(document.activeElement) + step, 0), stops.length - 1)].focus();
        });
    }

    if (dialog) start(dialog);
}
