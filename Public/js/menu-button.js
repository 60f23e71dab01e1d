// Turns the disclosure that stands in the page into a menu button, after the ARIA Authoring Practices: arrows, Home and End,
// the first letters, Escape.
{
    const TYPING = 500; // milliseconds after which typed letters begin a new word

    class MenuButton {
        constructor(details, number) {
            const summary = details.querySelector("summary");
            this.list = details.querySelector("ul");
            this.items = [...this.list.querySelectorAll(".menu-item")];
            this.typed = "";

            this.button = document.createElement("button");
            this.button.type = "button";
            this.button.className = summary.className;
            this.button.append(...summary.childNodes);
            this.button.setAttribute("aria-haspopup", "menu");
            this.list.id = `menu-${number}`;
            this.list.setAttribute("role", "menu");
            this.list.setAttribute("aria-label", this.button.textContent.trim());
            this.button.setAttribute("aria-controls", this.list.id);
            for (const item of this.items) {
                item.setAttribute("role", "menuitem");
                item.tabIndex = -1;
                for (let box = item.parentElement; box !== this.list; box = box.parentElement) box.setAttribute("role", "none");
            }
            this.box = document.createElement("div");
            this.box.className = details.className;
            this.box.append(this.button, this.list);
            details.replaceWith(this.box);
            this.close();

            this.button.addEventListener("click", () => (this.isOpen ? this.close() : this.open(0)));
            this.box.addEventListener("keydown", (event) => this.press(event));
            this.box.addEventListener("focusout", (event) => {
                if (event.relatedTarget && !this.box.contains(event.relatedTarget)) this.close();
            });
            // A file that is saved leaves the page where it was.
            this.list.addEventListener("click", () => {
                this.close();
                this.button.focus();
            });
            document.addEventListener("pointerdown", (event) => {
                if (!this.box.contains(event.target)) this.close();
            });
        }

        open(index) {
            this.isOpen = true;
            this.list.hidden = false;
            this.list.dataset.side = "start";
            if (this.list.getBoundingClientRect().right > document.documentElement.clientWidth) this.list.dataset.side = "end";
            this.button.setAttribute("aria-expanded", "true");
            this.items.at(index).focus();
        }

        close() {
            this.isOpen = false;
            this.list.hidden = true;
            this.button.setAttribute("aria-expanded", "false");
        }

        press(event) {
            if (event.ctrlKey || event.metaKey || event.altKey) return;
            const count = this.items.length;
            const at = this.items.indexOf(document.activeElement);
            if (!this.isOpen) {
                if (event.key === "ArrowDown") this.open(0);
                else if (event.key === "ArrowUp") this.open(-1);
                else return;
            } else if (event.key === "Escape") {
                this.close();
                this.button.focus();
            } else if (event.key === "Tab") {
                this.close();
                this.button.focus(); // From there the key goes on to what follows the button.
                return;
            } else if (event.key === "ArrowDown") this.items[(at + 1) % count].focus();
            else if (event.key === "ArrowUp") this.items.at(at <= 0 ? -1 : at - 1).focus();
            else if (event.key === "Home") this.items[0].focus();
            else if (event.key === "End") this.items.at(-1).focus();
            else if (event.key === " ") document.activeElement.click();
            else if (event.key.length === 1) this.type(event.key, at);
            else return;
            event.preventDefault();
        }

        // The next item that begins with what is typed; one letter again and again goes through all of its items.
        type(key, at) {
            clearTimeout(this.timer);
            this.timer = setTimeout(() => { this.typed = ""; }, TYPING);
            this.typed += key.toLowerCase();
            const isRepeated = [...this.typed].every((letter) => letter === this.typed[0]);
            const word = isRepeated ? this.typed[0] : this.typed;
            const from = isRepeated ? at + 1 : Math.max(at, 0);
            const inTurn = [...this.items.slice(from), ...this.items.slice(0, from)];
            inTurn.find((item) => item.textContent.trim().toLowerCase().startsWith(word))?.focus();
        }
    }

    [...document.querySelectorAll("details.menu-button")].forEach((details, index) => new MenuButton(details, index));
}
