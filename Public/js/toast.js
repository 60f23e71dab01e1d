// Toasts: each can be sent away; good news leaves by itself, unless someone is at it or it offers to undo something.
{
    const STAY = 8000;
    const region = document.getElementById("toasts");

    function close(toast) {
        const hadFocus = toast.contains(document.activeElement);
        toast.remove();
        if (!hadFocus) return;
        const main = document.getElementById("main");
        main.tabIndex = -1;
        main.focus({ preventScroll: true });
    }

    function settle(toast) {
        toast.querySelector(".toast-close").addEventListener("click", () => close(toast));
        if (toast.dataset.kind === "bad" || toast.querySelector("form")) return;
        let timer;
        // Asked when the time is over: the pointer may have been there before this script was.
        const wait = () => {
            clearTimeout(timer);
            timer = setTimeout(() => toast.matches(":hover, :focus-within") || close(toast), STAY);
        };
        for (const type of ["pointerleave", "focusout"]) toast.addEventListener(type, wait);
        wait();
    }

    // Shows a message in place of those that are there. The region is a live one: screen readers say it.
    Storytime.toast = (kind, message) => {
        if (!region) return;
        const toast = document.createElement("div");
        const text = document.createElement("p");
        const button = document.createElement("button");
        toast.className = "toast";
        toast.dataset.kind = kind;
        text.textContent = message;
        button.type = "button";
        button.className = "icon-button toast-close";
        button.setAttribute("aria-label", "Dismiss");
        button.append(Storytime.icon("x"));
        toast.append(Storytime.icon(kind === "good" ? "check" : "warning"), text, button);
        settle(toast);
        region.replaceChildren(toast);
    };

    // Shows the notices of a page that was fetched, with what they offer.
    Storytime.notices = (page) => {
        const toasts = [...page.querySelectorAll("#toasts > .toast")];
        toasts.forEach(settle);
        region?.replaceChildren(...toasts);
    };

    if (region) {
        document.addEventListener("keydown", (event) => {
            if (event.key === "Escape" && !event.defaultPrevented) [...region.children].forEach(close);
        });
        for (const toast of [...region.children]) {
            settle(toast);
            // What stands in a live region from the start is not said; what comes a moment later is.
            const text = toast.querySelector("p");
            const message = text.textContent;
            setTimeout(() => { text.textContent = message; }, 300);
        }
    }
}
