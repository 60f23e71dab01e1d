// What a bar of a chart stands for, between the sentence and the drawing: the bar in whose column the pointer or the finger is, and
// with the arrow keys one after the other. The words stay until one points elsewhere or goes on, can be pointed at themselves, and
// Escape takes them away (WCAG 1.4.13). Without this script browsers show the title of each bar.
{
    const PATIENCE = 200; // milliseconds in which a pointer finds its way from the drawing to the words

    class ChartTip {
        index = -1;

        constructor(drawing) {
            this.drawing = drawing;
            this.bars = [...drawing.querySelectorAll(".chart-bar")];
            this.words = this.bars.map((bar) => {
                const title = bar.querySelector("title");
                title.remove(); // Or the browser would show it as well.
                return title.textContent;
            });
            this.tip = document.createElement("p");
            this.tip.className = "chart-tip";
            this.tip.setAttribute("role", "status");
            drawing.before(this.tip);

            drawing.tabIndex = 0;
            drawing.addEventListener("focus", () => {
                if (drawing.matches(":focus-visible")) this.show(this.marked());
            });
            drawing.addEventListener("blur", () => this.hide());
            drawing.addEventListener("keydown", (event) => this.press(event));
            for (const name of ["pointermove", "pointerdown"]) drawing.addEventListener(name, (event) => this.point(event));
            this.tip.addEventListener("pointerenter", () => clearTimeout(this.timer));
            for (const part of [drawing, this.tip]) {
                part.addEventListener("pointerleave", (event) => {
                    // A finger that is lifted leaves, too; what it asked for stays until it points elsewhere.
                    if (event.pointerType === "touch" || drawing.matches(":focus-visible")) return;
                    this.timer = setTimeout(() => this.hide(), PATIENCE);
                });
            }
            document.addEventListener("pointerdown", (event) => {
                if (!drawing.contains(event.target) && !this.tip.contains(event.target)) this.hide();
            });
            // Wherever the focus is.
            document.addEventListener("keydown", (event) => {
                if (event.key === "Escape") this.hide();
            });
        }

        // Today, or else the last bar.
        marked() {
            const index = this.bars.findIndex((bar) => bar.matches(".marked"));
            return index < 0 ? this.bars.length - 1 : index;
        }

        show(index) {
            clearTimeout(this.timer);
            if (index === this.index) return;
            this.bars[this.index]?.classList.remove("told");
            this.index = index;
            this.bars[index].classList.add("told");
            this.tip.textContent = this.words[index];
            const bar = this.bars[index].getBoundingClientRect();
            const chart = this.drawing.parentElement.getBoundingClientRect();
            const sentence = this.tip.previousElementSibling.getBoundingClientRect();
            const left = bar.left + bar.width / 2 - chart.left - this.tip.offsetWidth / 2;
            this.tip.style.left = `${Math.max(0, Math.min(left, chart.width - this.tip.offsetWidth))}px`;
            this.tip.style.top = `${sentence.bottom - chart.top}px`;
        }

        hide() {
            clearTimeout(this.timer);
            this.bars[this.index]?.classList.remove("told");
            this.index = -1;
            this.tip.textContent = ""; // Not hidden: what is, isn't read out when it changes.
        }

        point(event) {
            const box = this.drawing.getBoundingClientRect();
            const index = Math.floor((this.bars.length * (event.clientX - box.left)) / box.width);
            if (this.bars[index]) this.show(index);
        }

        press(event) {
            if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
            const last = this.bars.length - 1;
            const at = this.index < 0 ? this.marked() : this.index;
            if (event.key === "ArrowRight") this.show(Math.min(at + 1, last));
            else if (event.key === "ArrowLeft") this.show(Math.max(at - 1, 0));
            else if (event.key === "Home") this.show(0);
            else if (event.key === "End") this.show(last);
            else return;
            event.preventDefault();
        }
    }

    for (const drawing of document.querySelectorAll(".chart-drawing:has(.chart-bar)")) new ChartTip(drawing);
}
