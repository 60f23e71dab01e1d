// The editor of A and B: a ring that shows which part is repeated, and beneath it two sliders and two fields to a tenth of a
// second.
{
    const { Reading } = Storytime;
    const RADIUS = 42; // of a drawing that is 100 wide

    const place = (share) => {
        const angle = share * 2 * Math.PI - Math.PI / 2;
        return `${(50 + RADIUS * Math.cos(angle)).toFixed(2)} ${(50 + RADIUS * Math.sin(angle)).toFixed(2)}`;
    };

    Storytime.ReadingEditor = class {
        constructor(panel, player, opener) {
            Object.assign(this, { panel, player, opener });
            this.arc = panel.querySelector(".ring-part");
            this.hand = panel.querySelector(".ring-now");
            for (const name of ["a", "b"]) {
                const slider = panel.querySelector(`[data-slider=${name}]`);
                const field = panel.querySelector(`[data-field=${name}]`);
                slider.addEventListener("input", () => this.set(name, Number(slider.value)));
                field.addEventListener("change", () => this.type(name, field));
            }
            player.video.addEventListener("durationchange", () => this.draw());
        }

        toggle(isOpen = this.panel.hidden) {
            this.panel.hidden = !isOpen;
            this.opener.setAttribute("aria-expanded", String(isOpen));
            this.draw();
            if (isOpen) this.panel.querySelector("[data-field=a]").focus();
            else this.opener.focus();
        }

        // A slider keeps its distance from the other one.
        set(name, time) {
            const { a, b } = this.player.points;
            const value = name === "a" ? Math.min(time, (b ?? Infinity) - 0.1) : Math.max(time, (a ?? -Infinity) + 0.1);
            this.player.point(name, Math.max(0, value));
        }

        type(name, field) {
            const time = Reading.seconds(field.value);
            const isWrong = Number.isNaN(time) || (this.player.duration > 0 && time > this.player.duration);
            if (isWrong) field.setAttribute("aria-invalid", "true");
            else field.removeAttribute("aria-invalid");
            const { duration, points } = this.player;
            const isAnyWrong = this.panel.querySelector("[aria-invalid]") !== null;
            const other = name === "a" ? points.b : points.a;
            const isBeyond = other !== null && (name === "a" ? time >= other : time <= other);
            const words = time > duration ? `The video ends at ${Reading.clock(duration)}.`
                : isAnyWrong ? "Enter a time in the video, like 1:02.5."
                    : !isBeyond ? "" : name === "a" ? "B was before A, so B was cleared." : "A was after B, so A was cleared.";
            this.panel.querySelector(".repeat-error").textContent = words;
            if (!isWrong) this.player.point(name, time);
        }

        draw() {
            const { duration, points } = this.player;
            if (this.panel.hidden || !duration) return;
            const [from, to] = [points.a ?? 0, points.b ?? duration];
            for (const [name, value] of [["a", from], ["b", to]]) {
                const slider = this.panel.querySelector(`[data-slider=${name}]`);
                const field = this.panel.querySelector(`[data-field=${name}]`);
                slider.max = duration;
                slider.value = value;
                slider.setAttribute("aria-valuetext", Reading.clock(value));
                if (!field.hasAttribute("aria-invalid")) field.value = Reading.clock(value);
            }
            const share = Math.min(0.9999, (to - from) / duration);
            this.arc.setAttribute("d", `M${place(from / duration)}A${RADIUS} ${RADIUS} 0 ${share > 0.5 ? 1 : 0} 1 ${place(from / duration + share)}`);
            this.move(this.player.time);
        }

        move(time) {
            if (this.panel.hidden || !this.player.duration) return;
            const [x, y] = place(time / this.player.duration).split(" ");
            this.hand.setAttribute("cx", x);
            this.hand.setAttribute("cy", y);
        }
    };
}
