// Keys that go places, and the help that lists them. They act only while nothing in the page has the focus, and can be
// turned off in that help (WCAG 2.1.4); the choice is kept in this browser.
{
    const KEPT = "storytime.shortcuts";
    const SEQUENCE = 1500; // milliseconds in which the second key is awaited
    const ROWS = ":is(#results tbody th a, .watched-title)";
    const help = document.getElementById("shortcuts");

    // With Ctrl or Cmd, Enter sends the form from any of its fields, also from one of several lines.
    document.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.defaultPrevented || event.repeat) return;
        const form = event.target.closest?.("main form[method=post], dialog form[method=post]");
        const button = form?.querySelector("[type=submit]:not([name])");
        if (!button) return;
        event.preventDefault();
        form.requestSubmit(button);
    });

    const seen = (selector) => [...document.querySelectorAll(selector)].find((each) => each.getClientRects().length);

    // From row to row of a list; on a page of one of its items, from item to item.
    const step = (by) => {
        const way = seen(`main .neighbors [rel=${by > 0 ? "next" : "prev"}]`);
        if (way) return way.click();
        const rows = [...document.querySelectorAll(`main ${ROWS}`)];
        const place = rows.indexOf(document.activeElement);
        rows[place < 0 ? 0 : place + by]?.focus();
    };

    const acts = {
        // Where there is no room for the field, its page has one.
        "/": () => {
            const field = seen("[data-everywhere]");
            field?.focus();
            field?.select();
            if (!field) seen("[data-everywhere-link]")?.click();
        },
        f: () => seen("main [data-search], main input[type=search]")?.focus(),
        n: () => document.querySelector("main .page-head a[href*='/new']")?.click(),
        j: () => step(1),
        k: () => step(-1),
    };

    function start(help) {
        const list = help.querySelector(".shortcuts");
        const box = document.getElementById("shortcuts-on");
        const known = new Map([...help.querySelectorAll("[data-keys]")].map((line) => [line.dataset.keys, line.querySelector("a")]));
        let first = "";
        let timer = 0;

        // A browser that keeps nothing for us has them on.
        const isOn = () => {
            try { return localStorage.getItem(KEPT) !== "off"; } catch { return true; }
        };
        const show = () => {
            box.checked = isOn();
            list.classList.toggle("is-off", !box.checked);
        };
        box.addEventListener("change", () => {
            try { localStorage.setItem(KEPT, box.checked ? "on" : "off"); } catch { /* Until the next page, then. */ }
            list.classList.toggle("is-off", !box.checked);
        });

        const isFree = () => {
            const focused = document.activeElement;
            const isNowhere = !focused || focused === document.body || focused.tabIndex < 0;
            return (isNowhere || focused.matches(ROWS)) && !document.querySelector("dialog:modal");
        };
        document.addEventListener("keydown", (event) => {
            if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
            if (event.key.length !== 1 || !isFree() || !isOn()) return;
            const keys = first ? `${first} ${event.key}` : event.key;
            clearTimeout(timer);
            first = !first && [...known.keys()].some((each) => each.startsWith(`${event.key} `)) ? event.key : "";
            timer = setTimeout(() => { first = ""; }, SEQUENCE);
            if (keys === "?") help.showModal();
            else if (known.has(keys)) (acts[keys] ?? (() => known.get(keys).click()))();
            else return;
            event.preventDefault();
        });
        show();
    }

    if (help) start(help);
}
