// What is typed into a form and not saved waits in this tab, for the person who typed it: leaving asks first, and coming back
// brings it back. It is gone as soon as it is saved or given up, when they sign out, and when a child gets the browser.
{
    const PREFIX = "typed ";
    const MINE = `${PREFIX}${document.documentElement.dataset.user} `;
    const ENDS = /^\/(logout|family\/(pin|kids\/device)|children\/\d+\/kids)$/;
    const SPOKEN = 100; // milliseconds after which a status is heard when it gets its words
    const { type, responseStatus } = performance.getEntriesByType("navigation")[0] ?? {};
    const isAnswer = type === "navigate" && !(responseStatus >= 400);
    const dirty = new Map();

    const names = () => Object.keys(sessionStorage).filter((name) => name.startsWith(PREFIX));
    const find = (name) => JSON.parse(sessionStorage.getItem(name));
    Storytime.forgetTyped = () => {
        for (const name of names()) sessionStorage.removeItem(name);
        dirty.clear();
    };

    // What was sent is saved, if what came after it is neither a refusal nor the way back.
    for (const name of names()) {
        const draft = find(name);
        if (!name.startsWith(MINE) || (draft.isSent && isAnswer)) sessionStorage.removeItem(name);
    }

    const isBox = ({ type: kind }) => kind === "checkbox" || kind === "radio";
    const label = (each) => `${each.name} ${isBox(each) ? each.value : ""}`;
    const value = (each) => (isBox(each) ? each.checked : each.value);
    const saved = (each) => {
        if (isBox(each)) return each.defaultChecked;
        return each.options ? ([...each.options].find((option) => option.defaultSelected) ?? each.options[0])?.value : each.defaultValue;
    };
    const isMarked = (form) => form.querySelector("[aria-invalid=true]");

    for (const form of document.querySelectorAll("form[data-keep]")) {
        // What begins as the copy of a book is another form than an empty one, and so is one for another season.
        const name = MINE + form.getAttribute("action") + location.search.match(/like=\d+/) + (form.querySelector("[type=hidden][name=season]")?.value ?? "");
        const version = form.elements.version?.value;
        const controls = [...form.elements].filter((each) => each.name && !["hidden", "password", "submit"].includes(each.type));
        // A refused form has what was typed from the start, and so has one that comes back from another page.
        const isRefused = form.dataset.keep || isMarked(form) || (document.querySelector("#errors, #conflict") && ![...document.forms].some(isMarked));
        const forget = () => {
            dirty.delete(form);
            sessionStorage.removeItem(name);
        };
        const note = (isSent) => {
            if (!isRefused && controls.every((each) => value(each) === saved(each))) return forget();
            dirty.set(form, forget);
            const values = Object.fromEntries(controls.map((each) => [label(each), value(each)]));
            sessionStorage.setItem(name, JSON.stringify({ version, isSent, values }));
        };
        const tell = () => {
            for (const each of controls) {
                for (const kind of ["input", "change"]) each.dispatchEvent(new Event(kind, { bubbles: true }));
            }
        };
        const draft = find(name);
        if (isRefused) {
            dirty.set(form, forget);
        } else if (draft && draft.version === version) {
            for (const each of controls) each[isBox(each) ? "checked" : "value"] = draft.values[label(each)] ?? value(each);
            tell();
            const notice = document.createElement("div");
            const status = document.createElement("p");
            const button = document.createElement("button");
            notice.className = "notice";
            notice.dataset.kind = "info";
            status.setAttribute("role", "status");
            button.className = "button quiet";
            button.type = "button";
            button.textContent = "Discard";
            button.addEventListener("click", () => {
                form.reset();
                tell();
                notice.remove();
                controls[0].focus();
            });
            notice.append(Storytime.icon("info"), status, button);
            form.prepend(notice);
            setTimeout(() => { status.textContent = "Your unsaved changes were restored."; }, SPOKEN);
        }
        note();
        for (const kind of ["input", "change"]) form.addEventListener(kind, () => note());
        form.addEventListener("submit", (event) => {
            if (event.defaultPrevented) return;
            // A button that leads elsewhere saves nothing.
            note(!event.submitter?.hasAttribute("formaction"));
            dirty.delete(form);
        });
    }

    document.addEventListener("submit", ({ target }) => {
        if (ENDS.test(target.getAttribute("action"))) Storytime.forgetTyped();
    });
    // “Cancel” means it; a new tab beside it doesn't.
    document.addEventListener("click", (event) => {
        if (event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
        if (!event.target.closest?.("form[data-keep] .form-actions a, [data-forget]")) return;
        for (const forget of dirty.values()) forget();
    });
    addEventListener("beforeunload", (event) => {
        if (dirty.size) event.preventDefault();
    });
}
