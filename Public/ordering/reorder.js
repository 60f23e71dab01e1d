// The order of a list: a row is pulled at its grip, or moved by its two buttons, which post a form where no script runs.
// What is seen changes at once; the new order is sent behind it, and put back as it was should the server not take it.
{
    const EDGE = 72; // pixels from the window's edge at which a pulled row scrolls the page
    const STEP = 10; // pixels that it then scrolls in each frame

    class Reorderable {
        constructor(list) {
            this.list = list;
            this.saved = this.order();
            this.startsHere = this.button(this.rows()[0], "up").disabled;
            this.endsHere = this.button(this.rows().at(-1), "down").disabled;
            list.closest("form").addEventListener("submit", (event) => this.moveByButton(event));
            list.addEventListener("pointerdown", (event) => this.grab(event));
        }

        rows() { return [...this.list.children]; }
        order() { return this.rows().map((row) => row.dataset.id).join(","); }
        name(row) { return row.querySelector("a").textContent; }
        button(row, direction) { return row.querySelector(`button[value="${direction}"]`); }

        // The first and the last row of a page may go on to another page: then the form is posted as without a script.
        moveByButton(event) {
            const direction = event.submitter.value;
            const row = event.submitter.closest("[data-id]");
            const neighbour = direction === "up" ? row.previousElementSibling : row.nextElementSibling;
            if (!neighbour) return;
            event.preventDefault();
            this.displace(neighbour, () => (direction === "up" ? row.after(neighbour) : row.before(neighbour)));
            this.settle(row);
            const button = this.button(row, direction);
            const other = this.button(row, direction === "up" ? "down" : "up");
            (button.disabled ? other : button).focus();
            row.scrollIntoView({ block: "nearest" });
        }

        grab(event) {
            const grip = event.target.closest(".grip");
            if (!grip || event.button !== 0) return;
            event.preventDefault();
            const row = grip.closest("[data-id]");
            const before = this.order();
            let pointer = event.clientY;
            let origin = pointer + scrollY;
            let frame = 0;

            const follow = () => {
                const y = pointer + scrollY;
                for (let moved = true; moved;) moved = swap(y);
                row.style.translate = `0 ${y - origin}px`;
            };
            // The neighbours move, never the row itself: the pointer stays captured by what it holds.
            const swap = (y) => {
                const middle = (other) => other.offsetTop + other.offsetHeight / 2;
                const top = row.offsetTop + y - origin;
                const above = row.previousElementSibling;
                const below = row.nextElementSibling;
                const was = row.offsetTop;
                if (below && top + row.offsetHeight > middle(below)) this.displace(below, () => row.before(below));
                else if (above && top < middle(above)) this.displace(above, () => row.after(above));
                else return false;
                origin += row.offsetTop - was;
                return true;
            };
            const scroll = () => {
                const step = pointer < EDGE ? -STEP : pointer > innerHeight - EDGE ? STEP : 0;
                if (step) {
                    scrollBy({ top: step, behavior: "instant" });
                    follow();
                }
                frame = requestAnimationFrame(scroll);
            };
            const move = (moved) => {
                pointer = moved.clientY;
                follow();
            };
            const cancel = (pressed) => {
                if (pressed.type === "keydown" && pressed.key !== "Escape") return;
                pressed.preventDefault();
                this.arrange(before);
                drop();
            };
            const drop = () => {
                cancelAnimationFrame(frame);
                grip.removeEventListener("pointermove", move);
                grip.removeEventListener("pointerup", drop);
                grip.removeEventListener("pointercancel", cancel);
                document.removeEventListener("keydown", cancel, true);
                row.classList.remove("is-dragged");
                document.documentElement.classList.remove("is-dragging");
                row.style.translate = "";
                if (this.order() !== before) this.settle(row);
            };

            grip.setPointerCapture(event.pointerId);
            grip.addEventListener("pointermove", move);
            grip.addEventListener("pointerup", drop);
            grip.addEventListener("pointercancel", cancel);
            document.addEventListener("keydown", cancel, true);
            row.classList.add("is-dragged");
            document.documentElement.classList.add("is-dragging");
            frame = requestAnimationFrame(scroll);
        }

        // Lets a row that makes way glide to its new place.
        displace(row, change) {
            const was = row.offsetTop;
            change();
            if (Storytime.calm) return;
            row.animate([{ translate: `0 ${was - row.offsetTop}px` }, { translate: "0 0" }], { duration: 140, easing: "ease-out" });
        }

        arrange(order) {
            const rows = new Map(this.rows().map((row) => [row.dataset.id, row]));
            const focused = document.activeElement;
            this.list.append(...order.split(",").map((id) => rows.get(id)));
            if (this.list.contains(focused)) focused.focus();
            this.updateButtons();
        }

        updateButtons() {
            const rows = this.rows();
            for (const row of rows) {
                this.button(row, "up").disabled = this.startsHere && row === rows[0];
                this.button(row, "down").disabled = this.endsHere && row === rows.at(-1);
            }
        }

        settle(row) {
            this.updateButtons();
            this.save(row);
        }

        // One request at a time: while one is under way the newest order waits for it.
        async save(row) {
            this.latest = row;
            if (this.isSaving) return;
            this.isSaving = true;
            let isTaken = true;
            while (isTaken && this.order() !== this.saved) {
                const order = this.order();
                isTaken = await this.post(order);
                if (isTaken) this.saved = order;
            }
            this.isSaving = false;
            if (isTaken) {
                const rows = this.rows();
                const whole = this.startsHere && this.endsHere ? `of ${rows.length}` : "on this page";
                Storytime.toast("good", `“${this.name(this.latest)}” is now in place ${rows.indexOf(this.latest) + 1} ${whole}.`);
            } else {
                this.arrange(this.saved);
                Storytime.toast("bad", "The new order could not be saved, so the list is back as it was. Reload the page and try again.");
            }
        }

        async post(order) {
            try {
                const response = await fetch(this.list.dataset.reorder, {
                    method: "POST",
                    body: new URLSearchParams({ ids: order }),
                    redirect: "manual",
                });
                return response.ok;
            } catch {
                return false;
            }
        }
    }

    for (const list of document.querySelectorAll("[data-reorder]")) {
        if (list.children.length) new Reorderable(list);
    }
}
