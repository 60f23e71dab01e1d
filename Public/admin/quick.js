// Ctrl or Cmd and K: the pages and actions whose words begin with what is typed. Enter opens the first of them, and
// where there is none it searches everything.
{
    const dialog = document.getElementById("quick");

    function start(dialog) {
        const form = dialog.querySelector("form");
        const field = form.querySelector("input");
        const status = form.querySelector("[role=status]");
        const links = [...form.querySelectorAll("li a")];
        const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
        const wordsOf = (text) => plain(text).split(/\s+/).filter(Boolean);
        const names = new Map(links.map((link) => [link, wordsOf(link.textContent)]));
        const shown = () => links.filter((link) => !link.parentElement.hidden);

        const find = () => {
            const begins = (link) => (word) => names.get(link).some((each) => each.startsWith(word));
            for (const link of links) link.parentElement.hidden = !wordsOf(field.value).every(begins(link));
            const found = shown().length;
            status.textContent = found ? `Pages and actions: ${found}` : "No page or action has this name.";
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
        form.addEventListener("submit", (event) => {
            const [first] = field.value && !event.submitter?.matches(":focus") ? shown() : [];
            if (!first && field.value && field.name) return;
            event.preventDefault();
            first?.click();
        });
        // Arrows go through what was found, and back to the field.
        form.addEventListener("keydown", (event) => {
            const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
            if (!step) return;
            event.preventDefault();
            const stops = [field, ...shown()];
            stops[Math.min(Math.max(stops.indexOf(document.activeElement) + step, 0), stops.length - 1)].focus();
        });
    }

    if (dialog) start(dialog);
}
