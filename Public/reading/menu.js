// A menu at a button or at a pointer, after the ARIA Authoring Practices: arrows, Home and End, first letters, Escape.
Storytime.Menu = class {
    // `choose` hears which item it was, and what the menu was opened for.
    constructor(list, choose) {
        Object.assign(this, { list, choose });
        list.addEventListener("click", (event) => {
            const item = event.target.closest("[data-act]");
            if (!item) return;
            const { subject } = this;
            this.close();
            choose(item.dataset.act, subject);
        });
        list.addEventListener("keydown", (event) => this.press(event));
        list.addEventListener("focusout", (event) => {
            if (event.relatedTarget && !list.contains(event.relatedTarget)) this.close(false);
        });
        document.addEventListener("pointerdown", (event) => {
            if (!list.hidden && !list.contains(event.target) && !this.opener?.contains(event.target)) this.close(false);
        });
    }

    // It goes where its opener goes, and away with it.
    moved = () => {
        const { top, bottom } = this.opener.getBoundingClientRect();
        if (bottom < 0 || top > innerHeight) this.close(false);
        else this.place();
    };

    // Only while it is open: each frame waits for who listens.
    watch(isOpen) {
        for (const type of ["scroll", "resize"]) {
            (isOpen ? addEventListener : removeEventListener)(type, this.moved, { capture: true, passive: true });
        }
    }

    get items() {
        return [...this.list.querySelectorAll("[data-act]")].filter((item) => !item.closest("[hidden]"));
    }

    // Beside its opener, or where the pointer is; never outside of the window.
    open(opener, { subject, at, last = false } = {}) {
        Object.assign(this, { opener, subject });
        const { left, top } = opener.getBoundingClientRect();
        this.at = at && { x: at.x - left, y: at.y - top };
        this.list.hidden = false;
        this.watch(true);
        this.place();
        opener.setAttribute("aria-expanded", "true");
        this.items.at(last ? -1 : 0)?.focus({ preventScroll: true });
    }

    place() {
        const { list } = this;
        const box = this.opener.getBoundingClientRect();
        const at = this.at && { x: box.left + this.at.x, y: box.top + this.at.y };
        const point = at ?? { x: box.left, y: box.bottom + 4 };
        const { width, height } = list.getBoundingClientRect();
        const isBelow = point.y + height <= innerHeight - 8;
        list.style.left = `${Math.max(8, Math.min(point.x, innerWidth - width - 8))}px`;
        list.style.top = `${Math.max(8, isBelow ? point.y : Math.min(at ? point.y : box.top - 4, innerHeight - 8) - height)}px`;
    }

    toggle(opener, options) {
        if (this.list.hidden || this.opener !== opener) this.open(opener, options);
        else this.close();
    }

    close(takesFocus = true) {
        if (this.list.hidden) return;
        this.list.hidden = true;
        this.watch(false);
        this.opener?.setAttribute("aria-expanded", "false");
        if (takesFocus) this.opener?.focus({ preventScroll: true });
    }

    press(event) {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const { items } = this;
        const at = items.indexOf(document.activeElement);
        if (event.key === "Escape" || event.key === "Tab") this.close();
        else if (event.key === "ArrowDown") items[(at + 1) % items.length].focus();
        else if (event.key === "ArrowUp") items.at(at <= 0 ? -1 : at - 1).focus();
        else if (event.key === "Home") items[0].focus();
        else if (event.key === "End") items.at(-1).focus();
        else if (event.key.length === 1 && event.key !== " ") {
            const inTurn = [...items.slice(at + 1), ...items.slice(0, at + 1)];
            inTurn.find((item) => item.textContent.trim().toLowerCase().startsWith(event.key.toLowerCase()))?.focus();
        } else return;
        event.stopPropagation();
        if (event.key !== "Tab") event.preventDefault();
    }
};
