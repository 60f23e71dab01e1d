// Says for two seconds which category it is now: its color, and its name.
{
    const SHOWN = 2000; // milliseconds
    const FADE = 200;

    Storytime.Toast = class {
        constructor(element) {
            this.element = element;
        }

        show({ name, color }) {
            clearTimeout(this.timer);
            const dot = document.createElement("i");
            dot.style.background = color;
            const words = document.createElement("span");
            words.append(dot, name);
            this.element.replaceChildren(words);
            this.timer = setTimeout(() => {
                words.classList.add("is-going");
                this.timer = setTimeout(() => this.element.replaceChildren(), FADE);
            }, SHOWN);
        }

        // A dialog covers everything that isn't in it.
        moveTo(parent) {
            parent.append(this.element);
        }
    };
}
