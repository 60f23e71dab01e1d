// Moves elements as springs do. What an element is at last is set at once, so that whatever interrupts finds it there.
{
    const isCalm = () => Storytime.calm || "still" in document.body.dataset;

    Storytime.Motion = {
        // Moves an element along an axis, from one place to another; `velocity` in pixels per millisecond. Resolves at the end.
        slide(element, axis, from, to, velocity, spring) {
            const draw = (value) => Storytime.Motion.at(axis, value);
            element.style.transform = draw(to);
            return play(element, Storytime.Springs.keyframes(from, to, velocity, spring), draw);
        },

        // From one view of a picture to another.
        view(element, from, to, spring) {
            const between = (part, start, end) => start + (end - start) * part;
            const draw = (part) => Storytime.Motion.seen({
                scale: between(part, from.scale, to.scale),
                pan: { x: between(part, from.pan.x, to.pan.x), y: between(part, from.pan.y, to.pan.y) },
            });
            element.style.transform = draw(1);
            return play(element, Storytime.Springs.keyframes(0, 1, 0, spring), draw);
        },

        // Lets a picture go that was thrown, at the velocity of the finger.
        throw(element, from, to, velocity) {
            const draw = (pan) => Storytime.Motion.seen({ scale: to.scale, pan });
            element.style.transform = draw(to.pan);
            return play(element, Storytime.Springs.throw(from.pan, to.pan, velocity), draw);
        },

        // Whether something is to be where it goes at once.
        get isCalm() {
            return isCalm();
        },

        at(axis, value) {
            return axis === "x" ? `translate3d(${value}px, 0, 0)` : `translate3d(0, ${value}px, 0)`;
        },

        seen({ scale, pan }) {
            return `translate3d(${pan.x}px, ${pan.y}px, 0) scale(${scale})`;
        },

        // Ends what moves: everything is where it was going.
        stop(element) {
            for (const animation of element.getAnimations()) animation.cancel();
        },
    };

    async function play(element, { values, duration }, draw) {
        Storytime.Motion.stop(element);
        if (isCalm()) return;
        const animation = element.animate(values.map((value) => ({ transform: draw(value) })), { duration, easing: "linear" });
        await animation.finished.catch(() => {});
    }
}
