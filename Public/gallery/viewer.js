// One picture as large as the screen: up and down are the pictures of a category, to the sides the categories. Only the picture
// and its neighbors are in the page.
{
    const HIDE = 3000; // milliseconds without a touch after which words and arrows fade
    const SPIN = 250; // milliseconds after which waiting is shown
    const SPEAK = 500; // milliseconds of rest before it is said where one is
    const AGAIN = 2000; // milliseconds before a picture that didn't come is asked for once more
    const SHARP = 1.3; // scale from which the largest size is shown
    const SAME = 10; // milliseconds in which a click still belongs to the swipe before it
    const NUDGE = 0.15; // part of the stage that a key pans
    const ZOOM_STEP = 1.5; // of a key
    const STEADY = 0.001; // scale: one that differs by less isn't being zoomed
    const GROW = 0.8; // scale from which a picture grows when it is opened
    const WAYS = {
        here: { axis: "y", side: 0 },
        up: { axis: "y", side: -1 },
        down: { axis: "y", side: 1 },
        left: { axis: "x", side: -1 },
        right: { axis: "x", side: 1 },
    };
    const ARROWS = [
        ["close", "x", "Close"], ["up", "chevron.up", "Previous photo"], ["down", "chevron.down", "Next photo"],
        ["left", "chevron.left", "Previous category"], ["right", "chevron.right", "Next category"],
    ];
    const { Place, Gestures, Motion, Springs } = Storytime;

    const element = (name, className, attributes = {}) => {
        const made = document.createElement(name);
        made.className = className;
        for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
        return made;
    };

    Storytime.Viewer = class {
        // `moved` is told of each new place, and `left` of the end, as { category, index }.
        constructor({ pictures, toast, distance, moved, left }) {
            Object.assign(this, { pictures, toast, moved, left });
            this.cells = {}; // by where they lie
            this.distance = distance;
            this.gestures = Gestures.begin({ distance });
            this.actedAt = -Infinity; // what a finger did last, besides pressing a button
            this.build();
            this.listen();
        }

        get category() {
            return this.pictures.categories[this.place.category];
        }

        // MARK: The page

        build() {
            this.dialog = element("dialog", "viewer", { "aria-label": "Photo" });
            this.stage = element("div", "viewer-stage", { tabindex: "0", role: "group", "aria-roledescription": "carousel", "aria-label": "Photos" });
            this.words = element("p", "viewer-words", { "aria-hidden": "true" });
            this.status = element("p", "visually-hidden", { role: "status" });
            this.arrows = element("nav", "viewer-arrows", { "aria-label": "Photos" });
            this.buttons = {};
            for (const [name, icon, label] of ARROWS) {
                const button = element("button", `${name === "close" ? "gallery-button" : "gallery-arrow"} viewer-${name}`, { type: "button", "aria-label": label });
                button.append(Storytime.icon(icon));
                button.addEventListener("click", (event) => { if (event.timeStamp - this.actedAt > SAME) this.press(name); });
                this.buttons[name] = button;
                this.arrows.append(button);
            }
            // The words have as many lines as they need, and the arrow is above them.
            const foot = element("div", "viewer-foot");
            foot.append(this.buttons.down, this.words);
            this.arrows.insertBefore(foot, this.buttons.left);
            this.dialog.append(this.stage, this.arrows, this.status);
        }

        listen() {
            const tell = (type) => (event) => this.feel(type, event);
            // A finger may begin on an arrow, too.
            this.dialog.addEventListener("pointerdown", (event) => { if (event.button === 0) this.feel("down", event); });
            addEventListener("pointermove", tell("move"));
            addEventListener("pointerup", tell("up"));
            addEventListener("pointercancel", tell("cancel"));
            // Safari zooms the page in spite of everything that styles say.
            this.dialog.addEventListener("touchmove", (event) => event.preventDefault(), { passive: false });
            for (const type of ["gesturestart", "gesturechange"]) this.dialog.addEventListener(type, (event) => event.preventDefault());
            this.stage.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
            this.dialog.addEventListener("keydown", (event) => this.key(event));
            this.dialog.addEventListener("cancel", (event) => {
                event.preventDefault();
                this.leave();
            });
            for (const type of ["pointerdown", "pointermove", "keydown", "focusin"]) this.dialog.addEventListener(type, () => this.wake());
            addEventListener("resize", () => { if (this.isOpen) this.measure(); });
        }

        get isOpen() {
            return this.dialog.open;
        }

        open(category, index) {
            this.place = { category, index, scale: 1 };
            document.body.append(this.dialog);
            this.dialog.showModal();
            this.stage.focus({ preventScroll: true });
            this.toast.moveTo(this.dialog);
            const settings = { distance: this.distance, ...(Motion.isCalm && { decay: 0 }) };
            this.gestures = Gestures.view(Gestures.begin(settings), { isFullScreen: true });
            this.measure();
            this.show();
            this.wake();
            const rest = { scale: 1, pan: { x: 0, y: 0 } };
            this.cells.here.look({ ...rest, scale: GROW });
            this.cells.here.glide(rest, Springs.bouncy);
        }

        close() {
            clearTimeout(this.hiding);
            clearTimeout(this.tapping);
            this.toast.moveTo(document.body);
            this.dialog.close();
            this.dialog.remove();
            for (const cell of Object.values(this.cells)) cell.remove();
            this.cells = {};
            this.isMoving = false;
            this.tidy();
        }

        leave() {
            if (!this.isOpen) return;
            this.close();
            this.left(this.place);
        }

        // Pulled down, it leaves by itself.
        async drop(velocity = 0) {
            const from = this.offset ?? 0;
            this.offset = 0;
            await Motion.slide(this.cells.here.element, "y", from, this.side("y"), velocity, Springs.pager);
            this.leave();
        }

        measure() {
            this.size = { width: this.stage.clientWidth, height: this.stage.clientHeight };
            for (const cell of Object.values(this.cells)) cell.fit(this.size);
            this.gestures = Gestures.view(this.gestures, { size: this.size });
            if (Object.keys(this.cells).length) this.rest({ scale: this.place.scale, pan: { x: 0, y: 0 } });
        }

        // MARK: Where one is

        // Shows the place, its neighbors around it, and tells of it.
        show(gone) {
            this.arrange(gone);
            const counts = this.pictures.counts;
            const ends = Place.ends(this.place, counts);
            this.gestures = Gestures.view(this.gestures, ends);
            const blocked = { up: ends.isFirst, down: ends.isLast, left: ends.isFirstCategory, right: ends.isLastCategory };
            for (const [name, isBlocked] of Object.entries(blocked)) {
                // Whoever pressed it last is not left without a place.
                if (isBlocked && this.buttons[name] === document.activeElement) this.stage.focus({ preventScroll: true });
                this.buttons[name].hidden = isBlocked;
            }
            const { name } = this.category;
            const count = counts[this.place.category];
            // The number isn't torn apart.
            this.words.textContent = count ? `${name} ·\u00a0${this.place.index + 1}\u00a0of\u00a0${count}` : name;
            clearTimeout(this.speaking);
            this.speaking = setTimeout(() => this.speak(), SPEAK);
            this.moved(this.place);
        }

        speak() {
            const count = this.pictures.counts[this.place.category];
            const picture = this.pictures.peek(this.place.category, this.place.index);
            const where = count ? `${this.category.name}, ${this.place.index + 1} of ${count}` : `${this.category.name}, nothing here yet`;
            this.status.textContent = picture?.words ? `${where}: ${picture.words}` : where;
        }

        // The cells for the place and what is next to it. Those that are there already only change their place.
        arrange(gone) {
            const counts = this.pictures.counts;
            const ends = Place.ends(this.place, counts);
            const wanted = {
                here: this.place,
                up: !ends.isFirst && Place.photo(this.place, counts, -1),
                down: !ends.isLast && Place.photo(this.place, counts, 1),
                left: !ends.isFirstCategory && Place.category(this.place, counts, -1),
                right: !ends.isLastCategory && Place.category(this.place, counts, 1),
            };
            const old = Object.values(this.cells);
            const cells = {};
            for (const [way, place] of Object.entries(wanted)) {
                if (!place) continue;
                const at = old.findIndex((cell) => cell.isOf(place));
                if (at >= 0) [cells[way]] = old.splice(at, 1);
            }
            // The one that is going out is still seen.
            const spare = old.filter((cell) => cell !== gone);
            for (const [way, place] of Object.entries(wanted)) {
                if (!place || cells[way]) continue;
                cells[way] = spare.pop() ?? new Cell(this.stage);
                cells[way].take(place, this.pictures, this.size, (cell) => this.arrived(cell));
            }
            for (const cell of spare) cell.remove();
            this.leaving = old.includes(gone) ? gone : undefined;
            this.cells = cells;
            for (const [way, cell] of Object.entries(cells)) {
                const isHere = way === "here";
                cell.element.inert = !isHere;
                cell.element.ariaHidden = isHere ? null : "true";
                this.lay(way, 0);
                // The zoom stays from photo to photo, each in its middle.
                if (!isHere) cell.look({ scale: WAYS[way].axis === "y" ? this.place.scale : 1, pan: { x: 0, y: 0 } });
            }
            this.gestures = Gestures.view(this.gestures, { picture: cells.here.picture ?? { width: 0, height: 0 } });
            if (this.place.scale > SHARP) cells.here.sharpen();
        }

        // A picture's own data came after its cell, which may be here, beside or gone by then.
        arrived(cell) {
            if (cell !== this.cells.here) return;
            this.gestures = Gestures.view(this.gestures, { picture: cell.picture ?? { width: 0, height: 0 } });
            this.speak();
        }

        lay(way, offset) {
            const { axis, side } = WAYS[way];
            const cell = this.cells[way];
            if (cell) cell.element.style.transform = Motion.at(axis, side * this.side(axis) + offset);
        }

        side(axis) {
            return axis === "x" ? this.size.width : this.size.height;
        }

        // MARK: Fingers

        feel(type, event) {
            if (!this.isOpen) return;
            if (type === "down") this.stop();
            const { state, acts } = Gestures.next(this.gestures, {
                type,
                id: event.pointerId,
                x: event.clientX,
                y: event.clientY,
                time: event.timeStamp,
                isPrimary: event.isPrimary,
                isPress: type === "down" && Boolean(event.target.closest("button")),
            });
            this.gestures = state;
            // One that trembled on a button, and went nowhere, has pressed it.
            if (!state.isTap && acts.some((act) => !["tap", "drag", "settle"].includes(act.type))) this.actedAt = event.timeStamp;
            for (const act of acts) this.act(act);
            if (type === "down" && state.pointers.length) this.catch();
        }

        // A photo that glides is held where it is.
        catch() {
            const pan = this.cells.here.caught();
            if (!pan) return;
            const view = { scale: this.gestures.view.scale, pan };
            this.gestures = Gestures.view(this.gestures, view);
            this.cells.here.look(view);
        }

        act(act) {
            if (act.type !== "tap") clearTimeout(this.tapping);
            if (act.type === "drag") this.drag(act.axis, act.offset);
            else if (act.type === "settle") this.settle(act.axis, act.velocity);
            else if (act.type === "photo") this.go(Place.photo(this.place, this.pictures.counts, act.step), "y", act);
            else if (act.type === "category") this.go(Place.category(this.place, this.pictures.counts, act.step), "x", act);
            else if (act.type === "leave") this.drop();
            else if (act.type === "tap") this.tap();
            else if (act.type === "view" || act.type === "zoom") this.look(act);
        }

        // Ends what is still moving, where it was going.
        stop() {
            if (!this.isMoving) return;
            this.isMoving = false;
            for (const cell of Object.values(this.cells)) Motion.stop(cell.element);
            this.tidy();
        }

        tidy() {
            this.leaving?.remove();
            this.leaving = undefined;
            this.dialog.classList.remove("is-moving");
        }

        drag(axis, offset) {
            this.offset = offset;
            this.dialog.classList.add("is-moving");
            for (const way of Object.keys(WAYS)) if (way === "here" || WAYS[way].axis === axis) this.slideTo(way, axis, offset);
        }

        slideTo(way, axis, offset) {
            const cell = this.cells[way];
            if (cell) cell.element.style.transform = Motion.at(axis, WAYS[way].side * this.side(axis) + offset);
        }

        // Lets all cells of an axis go back to where they were.
        settle(axis, velocity) {
            const offset = this.offset ?? 0;
            this.offset = 0;
            const ways = Object.keys(this.cells).filter((way) => way === "here" || WAYS[way].axis === axis);
            this.run(ways.map((way) => {
                const base = WAYS[way].side * this.side(axis);
                return Motion.slide(this.cells[way].element, axis, base + offset, base, velocity, Springs.bouncy);
            }));
        }

        // Goes on to a neighbor: it comes in, and what was here goes out.
        go(place, axis, { step, velocity = 0 }) {
            this.stop();
            const offset = this.offset ?? 0;
            this.offset = 0;
            const hasChanged = place.category !== this.place.category;
            const gone = this.cells.here;
            const view = { scale: place.scale, pan: { x: 0, y: 0 } };
            this.place = place;
            this.gestures = Gestures.view(this.gestures, view);
            this.show(gone);
            this.cells.here.look(view);
            const side = step * this.side(axis);
            this.run([
                Motion.slide(gone.element, axis, offset, -side, velocity, Springs.pager),
                Motion.slide(this.cells.here.element, axis, side + offset, 0, velocity, Springs.pager),
            ]);
            if (hasChanged) this.toast.show(this.category);
        }

        async run(movements) {
            this.isMoving = true;
            this.dialog.classList.add("is-moving");
            const turn = (this.turn = {});
            await Promise.all(movements);
            if (turn !== this.turn || !this.isMoving) return;
            this.isMoving = false;
            this.tidy();
        }

        // MARK: Zooming

        look({ scale, pan, isSettling, type, velocity }) {
            const { here } = this.cells;
            const wasZoomed = this.place.scale > 1;
            if (isSettling) {
                if (velocity) here.throw({ scale, pan }, velocity);
                else here.glide({ scale, pan }, type === "zoom" ? Springs.zoom : Springs.pan);
                this.place = { ...this.place, scale };
                // What lies around depends on whether it is zoomed in.
                if (wasZoomed !== scale > 1 || scale > SHARP) this.arrange();
            } else {
                here.look({ scale, pan });
                if (scale > SHARP) here.sharpen();
            }
        }

        // Shows the picture in a view at once.
        rest(view) {
            this.cells.here.look(view);
            this.gestures = Gestures.view(this.gestures, view);
            for (const way of Object.keys(this.cells)) this.lay(way, 0);
        }

        // Zooms about the middle, or pans, as keys and the wheel do.
        change(scale, pan) {
            const { size } = this;
            const { view } = this.gestures;
            const limited = Math.max(1, Math.min(scale, 4));
            const limit = (axis, side) => {
                const most = Math.max(0, (view.picture[side] * limited - size[side]) / 2);
                return Math.max(-most, Math.min(pan[axis] * (limited / view.scale), most));
            };
            const next = { scale: limited, pan: { x: limit("x", "width"), y: limit("y", "height") } };
            this.gestures = Gestures.view(this.gestures, next);
            this.look({ ...next, isSettling: true, type: limited === view.scale ? "view" : "zoom" });
        }

        wheel(event) {
            event.preventDefault();
            if (!event.ctrlKey) return;
            const { scale, pan } = this.gestures.view;
            this.change(scale * Math.exp(-event.deltaY / 200), pan);
        }

        // MARK: Keys and arrows

        press(name) {
            if (name === "close") return this.leave();
            const step = name === "up" || name === "left" ? -1 : 1;
            this.step(name === "up" || name === "down" ? "photo" : "category", step);
        }

        step(kind, step) {
            const counts = this.pictures.counts;
            const place = Place[kind](this.place, counts, step);
            if (place.category === this.place.category && place.index === this.place.index) return;
            this.go(place, kind === "photo" ? "y" : "x", { step });
        }

        // To the first or the last picture, wherever that is.
        jump(index) {
            const step = Math.sign(index - this.place.index);
            if (step === 0) return;
            this.go({ ...this.place, index }, "y", { step });
        }

        key(event) {
            if (event.ctrlKey || event.metaKey || event.altKey) return;
            const { scale, pan } = this.gestures.view;
            const isZoomed = scale > 1;
            const nudge = (x, y) => this.change(scale, { x: pan.x + x * NUDGE * this.size.width, y: pan.y + y * NUDGE * this.size.height });
            const isOnStage = event.target === this.stage;
            const keys = {
                ArrowUp: () => (isZoomed ? nudge(0, 1) : this.step("photo", -1)),
                ArrowDown: () => (isZoomed ? nudge(0, -1) : this.step("photo", 1)),
                ArrowLeft: () => (isZoomed ? nudge(1, 0) : this.step("category", -1)),
                ArrowRight: () => (isZoomed ? nudge(-1, 0) : this.step("category", 1)),
                PageUp: () => this.step("photo", -1),
                PageDown: () => this.step("photo", 1),
                Home: () => this.jump(0),
                End: () => this.jump(Math.max(0, this.pictures.counts[this.place.category] - 1)),
                "+": () => this.change(scale * ZOOM_STEP, pan),
                "=": () => this.change(scale * ZOOM_STEP, pan),
                "-": () => this.change(scale / ZOOM_STEP, pan),
                0: () => this.change(1, pan),
                Enter: isOnStage && (() => this.change(isZoomed ? 1 : 2.5, pan)),
                " ": isOnStage && (() => this.change(isZoomed ? 1 : 2.5, pan)),
            };
            const act = keys[event.key];
            if (!act) return;
            event.preventDefault();
            act();
        }

        // MARK: Words and arrows

        // A second tap would make it a double one.
        tap() {
            clearTimeout(this.tapping);
            const wasBare = this.wasBare;
            this.tapping = setTimeout(() => (wasBare ? this.wake() : this.bare()), this.gestures.settings.doubleTapTime);
        }

        wake() {
            this.wasBare = this.dialog.classList.contains("is-bare");
            clearTimeout(this.hiding);
            this.hiding = setTimeout(() => this.bare(), HIDE);
            // A finger that comes down may be a tap, which decides by itself.
            if (!this.wasBare || this.gestures.pointers.length === 0) this.dialog.classList.remove("is-bare");
        }

        bare() {
            if (this.arrows.querySelector(":focus-visible")) return;
            this.dialog.classList.add("is-bare");
        }
    };

    // One of the pictures on the stage: its color, then the picture once it is decoded.
    class Cell {
        constructor(stage) {
            this.element = element("div", "viewer-cell", { role: "group", "aria-roledescription": "slide" });
            stage.append(this.element);
        }

        isOf({ category, index }) {
            return this.category === category && this.index === index;
        }

        take({ category, index }, pictures, size, arrived) {
            Object.assign(this, { category, index, size, picture: null, image: null, photo: null, view: null });
            clearTimeout(this.waiting);
            this.element.replaceChildren();
            const count = pictures.categories[category].count;
            this.element.ariaLabel = count ? `${index + 1} of ${count}` : "Nothing here yet";
            if (!count) return this.drawEmpty();
            const known = pictures.peek(category, index);
            if (known) return this.draw(known);
            const seek = async () => {
                const picture = await pictures.find(category, index);
                if (!this.isOf({ category, index })) return;
                if (picture) this.draw(picture);
                else {
                    // No child looks at a black screen: there is a drawing until the photo comes.
                    this.drawEmpty();
                    if (pictures.counts[category]) this.waiting = setTimeout(seek, AGAIN);
                }
                arrived(this);
            };
            seek();
        }

        drawEmpty() {
            this.element.replaceChildren(document.getElementById("gallery-empty").content.cloneNode(true));
        }

        draw(data) {
            this.data = data;
            this.photo = element("div", "viewer-photo");
            this.photo.style.background = data.color;
            this.element.replaceChildren(this.photo);
            this.fit(this.size);
            // Keys and fingers may have been quicker than its data.
            if (this.view) this.look(this.view);
            this.load(this.address());
            const { photo } = this;
            this.waiting = setTimeout(() => {
                if (photo === this.photo && !this.image) photo.append(element("span", "viewer-spinner"));
            }, SPIN);
        }

        // As large as it can be in the stage.
        fit(size) {
            this.size = size;
            if (!this.data || !this.photo) return;
            const share = Math.min(size.width / this.data.width, size.height / this.data.height);
            this.picture = { width: this.data.width * share, height: this.data.height * share };
            this.photo.style.width = `${this.picture.width}px`;
            this.photo.style.height = `${this.picture.height}px`;
        }

        // The smallest size that fills the screen's pixels.
        address() {
            const pixels = Math.max(this.picture.width, this.picture.height) * devicePixelRatio;
            return pixels <= 640 ? this.data.medium : this.data.large;
        }

        sharpen() {
            if (this.data && this.photo && this.source !== this.data.full) this.load(this.data.full);
        }

        async load(source, isSecond = false) {
            this.source = source;
            const { photo, data } = this;
            const image = new Image();
            image.alt = data.words;
            image.draggable = false;
            image.src = source;
            try {
                await image.decode();
            } catch {
                if (photo === this.photo && this.source === source && !isSecond) setTimeout(() => this.load(source, true), AGAIN);
                return;
            }
            if (photo !== this.photo || this.source !== source) return;
            clearTimeout(this.waiting);
            this.image = image;
            photo.replaceChildren(image);
        }

        look(view) {
            this.view = view;
            if (!this.photo) return;
            Motion.stop(this.photo);
            this.photo.style.transform = Motion.seen(view);
        }

        glide(view, spring) {
            const from = this.view ?? { scale: 1, pan: { x: 0, y: 0 } };
            this.view = view;
            if (this.photo) Motion.view(this.photo, from, view, spring);
        }

        throw(view, velocity) {
            const from = this.view ?? { scale: 1, pan: { x: 0, y: 0 } };
            this.view = view;
            if (this.photo) Motion.throw(this.photo, from, view, velocity);
        }

        // Where it is at this moment, if it glides at its scale.
        caught() {
            if (!this.photo?.getAnimations().length) return null;
            const { a, e, f } = new DOMMatrix(getComputedStyle(this.photo).transform);
            return Math.abs(a - this.view.scale) < STEADY ? { x: e, y: f } : null;
        }

        // What it holds of memory goes with it.
        remove() {
            clearTimeout(this.waiting);
            this.category = this.photo = null;
            this.image?.removeAttribute("src");
            this.element.remove();
        }
    }
}
