// What fingers mean on the stage of the gallery. A state and an event of a pointer give the next state and what is to be done;
// nothing here looks at the page or a clock, and no state is ever changed.
//
// Events have a `type` ("down", "move", "up", or "cancel"), `id`, `x`, `y`, `time` in milliseconds, and `isPrimary`. One that goes
// down on a button has `isPress`, too: from there a finger drags as from anywhere, but a tap is the button's. All places are
// pixels from the top left corner of the stage. A pan is how far the middle of the picture is from the middle of the stage, so
// that `translate(pan.x, pan.y) scale(scale)` draws it, with its origin in the middle. Velocities are pixels per millisecond.
//
// The state's `name` is one of
// - "idle": no finger is down, or those that are down mean nothing any more,
// - "tap": one finger is down, and what it means is open,
// - "swipe": one finger moves the photos along the axis of the state,
// - "pan": one finger moves the zoomed photo,
// - "pinch": two fingers zoom it.
//
// The acts are
// - { type: "drag", axis, offset }: the photos follow the finger,
// - { type: "category", step, velocity } and { type: "photo", step, velocity }: they go on by 1 or -1,
// - { type: "settle", axis, velocity }: they go back to where they were,
// - { type: "leave" }: full screen ends,
// - { type: "view", scale, pan, isSettling }: the photo follows the fingers, or is let go and settles there at the same scale;
//   one that was thrown has the `velocity` at which it was let go,
// - { type: "zoom", scale, pan, isSettling: true }: it settles there at another scale,
// - { type: "tap", x, y, time } at once, and { type: "doubleTap", x, y } instead of a second one that follows in time, with its
//   zoom. Who has something to do after a single tap in full screen waits as long as `doubleTapTime`, unless another act comes.
//
// A category or another photo is shown by the caller, who then tells of its view.
{
    const SETTINGS = {
        distance: 150, // pixels that a swipe to another category must exceed, 80 to 250
        share: 0.25, // of the height that one to another photo must exceed
        flick: 0.4, // pixels per millisecond that do instead of either
        flickDistance: 30, // pixels that a flick moves at least
        flickTime: 80, // milliseconds at the end that count for its velocity
        debounce: 300, // milliseconds between two changes of the category, at least
        lock: 12, // pixels after which a finger no longer taps
        ratio: 1.2, // how many times the other axis the one of a swipe must have moved
        edge: 20, // pixels at the left and right that belong to the browser
        doubleTapTime: 300, // milliseconds from tap to tap, less than these
        doubleTapDistance: 30, // pixels between them, less than these
        doubleTapScale: 2.5,
        maximum: 4, // scale
        snap: 1.2, // scale below which the whole photo was meant: a palm zooms a little, and nobody could page by such a photo
        decay: 0.995, // part of its speed that a thrown photo keeps with each millisecond; 0: it stops at once
        throwTime: 40, // milliseconds that count at least for its velocity: less than that tells nothing
        resistance: 0.35, // part of a movement that is followed where there is nothing
        stretch: 0.15, // the like for scales, per natural logarithm
        leaveShare: 0.35, // of the height that a pull must exceed to leave
        leaveVelocity: 1, // pixels per millisecond that do instead
    };
    const VIEW = {
        scale: 1,
        pan: { x: 0, y: 0 },
        size: { width: 0, height: 0 }, // of the stage
        picture: { width: 0, height: 0 }, // of the photo at scale 1
        isFullScreen: false, // Otherwise there are only swipes to the sides and taps.
        isFirst: true, // in its category
        isLast: true,
        isFirstCategory: true,
        isLastCategory: true,
    };
    const AT_EDGE = 0.5; // pixels, for what was rounded

    Storytime.Gestures = {
        // The state before the first event.
        begin(settings = {}) {
            return {
                name: "idle",
                settings: { ...SETTINGS, ...settings },
                view: VIEW,
                pointers: [], // two at most, as { id, x, y }
                start: null, // where the first of them went down
                trail: [], // where it was lately, as { x, y, time }
                isTap: false, // It has not moved far yet.
                isPress: false, // It went down on a button.
                axis: null, // of a swipe
                grip: null, // where fingers took hold of the photo
                lastTap: null, // that may become a double tap, as { x, y, time }
                lastCategory: null, // when it last changed
            };
        },

        // What the caller knows better: the stage, the photo, what lies around it, and where a movement was interrupted.
        view(state, changes) {
            const changed = { ...state, view: { ...state.view, ...changes } };
            return state.name === "pan" || state.name === "pinch" ? grip(changed) : changed;
        },

        next(state, event) {
            return { down, move, up, cancel }[event.type](state, event);
        },
    };

    const nothing = (state) => ({ state, acts: [] });
    const isDown = (state, { id }) => state.pointers.some((pointer) => pointer.id === id);
    const without = (state, { id }) => ({ ...state, pointers: state.pointers.filter((pointer) => pointer.id !== id) });

    function down(state, event) {
        // iOS may keep the end of a finger to itself.
        if (state.pointers.length > 0 && (event.isPrimary || isDown(state, event))) {
            const ended = breakOff(state);
            const begun = down({ ...ended.state, pointers: [] }, event);
            return { state: begun.state, acts: [...ended.acts, ...begun.acts] };
        }
        const { id, x, y, time } = event;
        const { settings, view } = state;
        const pointers = [...state.pointers, { id, x, y }];
        if (pointers.length === 1) {
            if (x < settings.edge || x > view.size.width - settings.edge) return nothing(state);
            const isPress = Boolean(event.isPress);
            return nothing({ ...state, name: "tap", pointers, start: { x, y }, trail: [{ x, y, time }], isTap: true, isPress });
        }
        if (pointers.length > 2) return nothing(state);
        // A pinch takes a photo over where it was panned to, or caught.
        const isHeld = view.isFullScreen && (state.name === "pan" || state.name === "tap");
        const { state: ended, acts } = isHeld ? nothing(state) : breakOff(state);
        const both = { ...ended, pointers, lastTap: null };
        return { state: view.isFullScreen ? grip({ ...both, name: "pinch" }) : both, acts };
    }

    function move(state, event) {
        if (!isDown(state, event)) return nothing(state);
        const { id, x, y } = event;
        const pointers = state.pointers.map((pointer) => (pointer.id === id ? { id, x, y } : pointer));
        const moved = { ...state, pointers };
        if (["tap", "swipe", "pan"].includes(state.name)) moved.trail = trail(state, event);
        if (state.name === "tap") return decide(moved);
        if (state.name === "swipe") return drag(moved);
        return state.name === "idle" ? nothing(moved) : carry(moved);
    }

    function up(state, event) {
        if (!isDown(state, event)) return nothing(state);
        const { state: moved } = move(state, event);
        const ended = { tap, swipe, pan: fling, pinch: release, idle: nothing }[moved.name](moved, event);
        return { state: without(ended.state, event), acts: ended.acts };
    }

    function cancel(state, event) {
        if (!isDown(state, event)) return nothing(state);
        const { state: ended, acts } = breakOff(state);
        return { state: without(ended, event), acts };
    }

    // Ends a gesture that was not meant to end here.
    function breakOff(state) {
        if (state.name === "swipe") return bounce(state, 0);
        if (state.name === "pan" || state.name === "pinch") return settle(state);
        return rest({ ...state, name: "idle", lastTap: null });
    }

    // Whether a finger that moved means a swipe or a pan.
    function decide(state) {
        const { settings, view } = state;
        const offset = offsetOf(state);
        const [width, height] = [Math.abs(offset.x), Math.abs(offset.y)];
        if (Math.max(width, height) < settings.lock) return nothing(state);
        const axis = width > settings.ratio * height ? "x" : height > settings.ratio * width ? "y" : null;
        const moved = { ...state, isTap: false, lastTap: null };
        // The page scrolls.
        if (!view.isFullScreen && axis === "y") return nothing({ ...moved, name: "idle" });
        if (view.isFullScreen && view.scale > 1 && !(axis && isOutward(view, axis, offset[axis]))) {
            return carry(grip({ ...moved, name: "pan" }, [state.start]));
        }
        return axis ? drag({ ...moved, name: "swipe", axis }) : nothing(moved);
    }

    // Whether the photo's edge is already there, and the finger pulls it further in. One that was caught beyond its edge is
    // still on its way back.
    function isOutward(view, axis, offset) {
        const pan = view.pan[axis] * Math.sign(offset);
        return Math.abs(pan - limits(view, view.scale)[axis]) <= AT_EDGE;
    }

    // ---- Swipes

    function drag(state) {
        const { axis, settings } = state;
        const offset = offsetOf(state)[axis];
        const followed = isBlocked(state, stepOf(offset)) ? offset * settings.resistance : offset;
        return { state, acts: [{ type: "drag", axis, offset: followed }] };
    }

    function swipe(state, { time }) {
        const { axis, settings, view, lastCategory } = state;
        const offset = offsetOf(state)[axis];
        const velocity = velocityOf(state, axis);
        const step = stepOf(offset);
        const moved = Math.abs(offset);
        const along = velocity * Math.sign(offset);
        const isFlick = (least) => moved >= settings.flickDistance && along > least;
        if (isBlocked(state, step)) {
            const isPull = axis === "y" && step === -1 && view.scale === 1;
            const isFar = moved > settings.leaveShare * view.size.height || isFlick(settings.leaveVelocity);
            return isPull && isFar ? finish(state, { type: "leave" }) : bounce(state, velocity);
        }
        const least = axis === "x" ? settings.distance : settings.share * view.size.height;
        if (moved <= least && !isFlick(settings.flick)) return bounce(state, velocity);
        if (axis === "y") return finish(state, { type: "photo", step, velocity });
        if (lastCategory !== null && time - lastCategory < settings.debounce) return bounce(state, velocity);
        return finish({ ...state, lastCategory: time }, { type: "category", step, velocity });
    }

    function bounce(state, velocity) {
        return finish(state, { type: "settle", axis: state.axis, velocity });
    }

    function finish(state, act) {
        return { state: { ...state, name: "idle", lastTap: null }, acts: [act] };
    }

    function offsetOf({ pointers: [pointer], start }) {
        return { x: pointer.x - start.x, y: pointer.y - start.y };
    }

    // To the left and upward lies the next one.
    function stepOf(offset) {
        return offset < 0 ? 1 : -1;
    }

    function isBlocked({ axis, view }, step) {
        if (axis === "x") return step === 1 ? view.isLastCategory : view.isFirstCategory;
        return step === 1 ? view.isLast : view.isFirst;
    }

    // Where the finger was in the time that counts for a flick, and the last place before.
    function trail(state, { x, y, time }) {
        const since = time - state.settings.flickTime;
        const all = [...state.trail, { x, y, time }];
        return all.filter((_, index) => index === all.length - 1 || all[index + 1].time > since);
    }

    function velocityOf({ trail, settings }, axis, least = 0) {
        const last = trail.at(-1);
        const since = last.time - settings.flickTime;
        let [first, second] = trail;
        // The time begins between two places.
        if (second && first.time < since) {
            const part = (since - first.time) / (second.time - first.time);
            first = { time: since, [axis]: first[axis] + part * (second[axis] - first[axis]) };
        }
        const time = Math.max(last.time - first.time, least);
        return time > 0 ? (last[axis] - first[axis]) / time : 0;
    }

    // ---- The zoomed photo

    // Takes hold of the photo by the fingers that are down, or were at `places`.
    function grip(state, places = state.pointers) {
        const { view } = state;
        const all = limits(view, view.scale);
        // One finger feels resistance beyond the edges, also where a pinch has left the photo.
        const free = (axis) => resist(view.pan[axis], all[axis], 1 / state.settings.resistance);
        const pan = state.name === "pan" ? { x: free("x"), y: free("y") } : view.pan;
        return { ...state, grip: { middle: middle(places, view), distance: distance(places), scale: view.scale, pan } };
    }

    // The point of the photo between the fingers stays there. A pinch may go anywhere, and ends within the limits.
    function carry(state) {
        const { name, settings, pointers, grip, view } = state;
        const isPinch = name === "pinch";
        const scale = isPinch ? stretch((grip.scale * distance(pointers)) / grip.distance, settings) : view.scale;
        let pan = moveWith(grip.middle, middle(pointers, view), grip.pan, scale / grip.scale);
        if (!isPinch) {
            const all = limits(view, scale);
            pan = { x: resist(pan.x, all.x, settings.resistance), y: resist(pan.y, all.y, settings.resistance) };
        }
        return { state: { ...state, view: { ...view, scale, pan } }, acts: [{ type: "view", scale, pan, isSettling: false }] };
    }

    // One of two fingers is lifted: the other goes on with what is zoomed in.
    function release(state, event) {
        const settled = settle(state);
        const { view } = settled.state;
        if (view.scale === 1) return settled;
        const isOver = view.scale !== state.view.scale;
        const { state: last, acts } = isOver ? settled : nothing(state);
        const pan = without({ ...last, name: "pan" }, event);
        const [{ x, y }] = pan.pointers;
        return { state: grip({ ...pan, trail: [{ x, y, time: event.time }] }), acts };
    }

    // Lets a panned photo go: it glides on as far as its speed carries it, and comes to rest within its edges.
    function fling(state) {
        const { settings, view } = state;
        const all = limits(view, view.scale);
        const way = settings.decay / (1 - settings.decay);
        const speed = (axis) => {
            if (way === 0) return 0;
            const velocity = velocityOf(state, axis, settings.throwTime);
            // Beyond its edge it followed the finger by a part only.
            const isBeyond = Math.abs(view.pan[axis]) > all[axis] && velocity * view.pan[axis] > 0;
            return isBeyond ? velocity * settings.resistance : velocity;
        };
        const velocity = { x: speed("x"), y: speed("y") };
        const end = (axis) => resist(view.pan[axis] + velocity[axis] * way, all[axis], 0);
        const pan = { x: end("x"), y: end("y") };
        const act = { type: "view", scale: view.scale, pan, isSettling: true };
        if (velocity.x !== 0 || velocity.y !== 0) act.velocity = velocity;
        return finish({ ...state, view: { ...view, pan } }, act);
    }

    // One that was caught beyond its edge, and not moved, goes on to it.
    function rest(state) {
        const { view } = state;
        const all = limits(view, view.scale);
        const isBeyond = ["x", "y"].some((axis) => Math.abs(view.pan[axis]) > all[axis] + AT_EDGE);
        return view.isFullScreen && view.scale > 1 && isBeyond ? settle(state) : nothing(state);
    }

    function settle(state) {
        const { settings, view, pointers } = state;
        const scale = view.scale < settings.snap ? 1 : Math.min(view.scale, settings.maximum);
        return zoomTo(state, scale, middle(pointers, view));
    }

    // Lets the photo go, zoomed about a place as far as its edges allow.
    function zoomTo(state, scale, place) {
        const { view } = state;
        const all = limits(view, scale);
        const wanted = moveWith(place, place, view.pan, scale / view.scale);
        const pan = { x: resist(wanted.x, all.x, 0), y: resist(wanted.y, all.y, 0) };
        const type = scale === view.scale ? "view" : "zoom";
        return finish({ ...state, view: { ...view, scale, pan } }, { type, scale, pan, isSettling: true });
    }

    // The pan by which what was at one place is at another, `ratio` times as large.
    function moveWith(from, to, pan, ratio) {
        return { x: to.x - (from.x - pan.x) * ratio, y: to.y - (from.y - pan.y) * ratio };
    }

    // How far the photo can be panned in each direction before its edge is in sight.
    function limits({ size, picture }, scale) {
        const limit = (side) => Math.max(0, (picture[side] * scale - size[side]) / 2);
        return { x: limit("width"), y: limit("height") };
    }

    // A value of which only a part is left beyond the limit.
    function resist(value, limit, part) {
        const inside = Math.max(-limit, Math.min(value, limit));
        return inside + (value - inside) * part;
    }

    function stretch(scale, { maximum, stretch }) {
        if (scale > maximum) return maximum * (1 + stretch * Math.log(scale / maximum));
        return scale < 1 ? 1 / (1 - stretch * Math.log(scale)) : scale;
    }

    // The middle of one or two places, from the middle of the stage.
    function middle(places, { size }) {
        const [first, last] = [places[0], places.at(-1)];
        return { x: (first.x + last.x - size.width) / 2, y: (first.y + last.y - size.height) / 2 };
    }

    // Two fingers that meet are still a pixel apart.
    function distance(places) {
        const [first, last] = [places[0], places.at(-1)];
        return Math.max(1, Math.hypot(first.x - last.x, first.y - last.y));
    }

    // ---- Taps

    function tap(state, { x, y, time }) {
        const { settings, view, lastTap } = state;
        if (!state.isTap) return rest({ ...state, name: "idle" });
        if (state.isPress) return rest({ ...state, name: "idle", lastTap: null });
        const isDouble = lastTap && time - lastTap.time < settings.doubleTapTime
            && Math.hypot(x - lastTap.x, y - lastTap.y) < settings.doubleTapDistance;
        if (!isDouble) {
            const { state: ended, acts } = rest({ ...state, name: "idle" });
            // In the plain gallery the first tap opens full screen, and a second one must not zoom there.
            return {
                state: { ...ended, lastTap: view.isFullScreen ? { x, y, time } : null },
                acts: [...acts, { type: "tap", x, y, time }],
            };
        }
        const { state: zoomed, acts } = zoomTo(state, view.scale > 1 ? 1 : settings.doubleTapScale, middle([{ x, y }], view));
        return { state: zoomed, acts: [{ type: "doubleTap", x, y }, ...acts] };
    }
}
