// Dialogs, after the modal pattern of the ARIA Authoring Practices: the browser itself keeps the focus inside, closes them
// on Escape and gives the focus back. A link to a page that only asks a question has the question asked here.
{
    let pressed = null;

    // A dialog with a title that names it.
    function make(id, ...children) {
        const dialog = document.createElement("dialog");
        dialog.className = "dialog";
        dialog.append(...children);
        dialog.setAttribute("aria-labelledby", id);
        return dialog;
    }

    // The focus begins at what changes nothing, where that is marked. It is marked for the browser only now: what comes
    // into the document with `autofocus` asks for the focus of the page, too.
    function open(dialog) {
        dialog.querySelector("[data-first]")?.setAttribute("autofocus", "");
        dialog.showModal();
    }

    // The page behind the link, its form in a dialog. What is not as expected is left to the link itself.
    async function ask(link) {
        const answer = await fetch(link.href);
        if (!answer.ok || answer.redirected) throw new Error("there is no question");
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        const title = document.createElement("h2");
        title.id = "question-title";
        title.textContent = page.querySelector("h1").textContent;
        const head = document.createElement("div");
        head.className = "dialog-head";
        head.append(title);
        const body = document.createElement("div");
        body.className = "dialog-body";
        body.append(page.querySelector("form[data-question]"));
        const dialog = make(title.id, head, body);
        dialog.addEventListener("close", () => dialog.remove());
        document.getElementById("main").append(dialog);
        open(dialog);
    }

    // What the page has ready for a dialog stands in it hidden, for it would be of no use without this script.
    for (const source of document.querySelectorAll("[data-dialog]")) {
        const dialog = make(source.dataset.dialog, ...source.children);
        dialog.id = source.id;
        source.replaceWith(dialog);
    }

    // What scrolls keeps the room of its scroll bar while a dialog stands over it; what doesn't gets none.
    document.addEventListener("beforetoggle", () => {
        const root = document.documentElement;
        root.toggleAttribute("data-scrolls", root.scrollHeight > innerHeight);
    }, true);
    document.addEventListener("pointerdown", (event) => { pressed = event.target; });
    document.addEventListener("click", (event) => {
        const opener = event.target.closest("[data-dialog-open]");
        if (opener) open(document.getElementById(opener.dataset.dialogOpen));

        const dialog = event.target.closest("dialog");
        if (dialog && event.target.closest("[data-dialog-close]")) {
            event.preventDefault();
            dialog.close();
        }
        // Beside the dialog: what is pressed and let go there is the dialog itself.
        if (event.target === dialog && pressed === dialog) dialog.close();

        const link = event.target.closest("a[data-question]");
        if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        if (link.ariaBusy) return;
        link.ariaBusy = "true";
        ask(link).catch(() => { location.href = link.href; }).finally(() => { link.ariaBusy = null; });
    });
}
