// What is typed into a form and not saved waits in this tab: leaving asks first, and coming back brings it back. It is gone as
// soon as it is saved, when somebody signs out, and when the browser is handed over to a child.
{
    const PREFIX = "typed ";
    const ENDS = /^\/(logout|family\/pin|family\/kids\/device|children\/\d+\/kids)$/;
    const isRefused = performance.getEntriesByType("navigation")[0]?.responseStatus >= 400;
    const names = () => Object.keys(sessionStorage).filter((name) => name.startsWith(PREFIX));
    const kept = (name) => JSON.parse(sessionStorage.getItem(name));
    const keep = (name, draft) => sessionStorage.setItem(name, JSON.stringify(draft));
    const dirty = new Set();

    Storytime.forgetTyped = () => {
        for (const name of names()) sessionStorage.removeItem(name);
        dirty.clear();
    };

    // What was sent is saved if the page after it is no refusal.
    for (const name of names()) {
        const draft = kept(name);
        if (draft.isSent && !isRefused) sessionStorage.removeItem(name);
        else keep(name, { ...draft, isSent: false });
    }

    for (const form of document.querySelectorAll("form[data-keep]")) {
        const name = PREFIX + form.getAttribute("action");
        const version = form.elements.version?.value;
        const controls = [...form.elements].filter((each) => each.name && !["hidden", "password", "submit"].includes(each.type));
        const property = (each) => (each.type === "checkbox" || each.type === "radio" ? "checked" : "value");
        const read = () => controls.map((each) => each[property(each)]);
        const saved = String(read());
        const forget = () => {
            dirty.delete(form);
            sessionStorage.removeItem(name);
        };
        const note = (isSent = false) => {
            const values = read();
            // A refused form has what was typed from the start.
            if (!isRefused && String(values) === saved) return forget();
            dirty.add(form);
            keep(name, { values, version, isSent });
        };

        const draft = kept(name);
        if (isRefused) {
            dirty.add(form);
        } else if (draft && draft.version === version && draft.values.length === controls.length && String(draft.values) !== saved) {
            for (const [index, each] of controls.entries()) {
                if (each[property(each)] === draft.values[index]) continue;
                each[property(each)] = draft.values[index];
                each.dispatchEvent(new Event("input", { bubbles: true }));
            }
            note();
            const words = document.createElement("p");
            const button = document.createElement("button");
            words.className = "notice";
            words.dataset.kind = "info";
            words.setAttribute("role", "status");
            button.className = "button quiet";
            button.type = "button";
            button.textContent = "Discard";
            words.append(Storytime.icon("info"), "Your unsaved changes are back.", button);
            button.addEventListener("click", () => {
                form.reset();
                forget();
                words.remove();
            });
            form.prepend(words);
        }
        for (const type of ["input", "change"]) form.addEventListener(type, () => note());
        // “Cancel” means it.
        form.querySelector(".form-actions a")?.addEventListener("click", forget);
        form.addEventListener("submit", (event) => {
            if (event.defaultPrevented) return;
            note(true);
            dirty.delete(form);
        });
    }

    document.addEventListener("submit", ({ target }) => {
        if (ENDS.test(target.getAttribute("action"))) Storytime.forgetTyped();
    });
    addEventListener("beforeunload", (event) => {
        if (dirty.size) event.preventDefault();
    });
}
