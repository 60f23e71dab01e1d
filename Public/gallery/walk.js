// The gallery: tiles of a category, a swipe to the side for another one, and a tap for a picture as large as the screen.
{
    const AT_ONCE = 12; // tiles that are added between two frames
    const SAME = 10; // milliseconds in which a click still belongs to the swipe before it
    const COVERS = "covers"; // the key of the only category whose pictures are shown whole
    const AHEAD = "900px"; // how far below the window further tiles are fetched
    const { Place, Gestures, Motion, Springs } = Storytime;
    const gallery = document.getElementById("gallery");
    const alone = document.querySelector("main.viewer");
    const strip = document.getElementById("gallery-categories");

    if (strip?.firstElementChild) start((gallery ?? alone).dataset);

    function start({ path, distance, number }) {
        const links = [...strip.querySelectorAll("a")];
        const categories = links.map(({ dataset }) => ({ key: dataset.key, name: dataset.name, color: dataset.color, count: Number(dataset.count) }));
        const pictures = new Storytime.Pictures(path, categories);
        const toast = new Storytime.Toast(document.getElementById("gallery-toast"));
        const looks = new Storytime.Looks();
        let current = Math.max(0, links.findIndex((link) => link.ariaCurrent));
        let place = { category: current, index: 0, scale: 1 };
        const href = (category, index) => `${path}/${categories[category].key}${index === undefined ? "" : `/${index + 1}`}`;

        const viewer = new Storytime.Viewer({
            pictures,
            toast,
            distance: Number(distance),
            moved: (at) => {
                place = at;
                looks.show(categories[at.category].key);
                history.replaceState(history.state, "", href(at.category, at.index));
                document.title = `${categories[at.category].name} · Storytime`;
            },
            left: () => {
                if (history.state?.isViewer) history.back();
                else location.replace(href(place.category));
            },
        });
        looks.show(categories[current].key);

        if (alone) {
            // What the server drew for browsers without scripts.
            alone.querySelector(".viewer-stage").replaceChildren();
            viewer.open(current, Number(number) - 1);
            // Of a photo that was opened among tiles and loaded again, the tiles before and behind it aren't in this page.
            addEventListener("popstate", () => location.reload());
            return;
        }

        // MARK: Tiles

        const main = document.getElementById("main");
        let panel = document.getElementById("gallery-panel");
        let beside; // another category's tiles, while a finger pulls them in
        let gestures = Gestures.view(Gestures.begin({ distance: Number(distance) }), { isFullScreen: false });
        let offset = 0;
        let swipedAt = -Infinity; // What a finger lets go after a swipe is no tap.
        let wentAt = -Infinity; // It presses no button either, unless it went nowhere.
        let width = 0;
        // On a phone, the strip begins with other categories.
        links[current].scrollIntoView({ block: "nearest", inline: "center" });

        const ends = () => {
            width = main.clientWidth;
            gestures = Gestures.view(gestures, { size: { width: innerWidth, height: innerHeight }, ...Place.ends({ category: current, index: 0 }, pictures.counts) });
        };

        const tileOf = (category, index) => {
            const picture = pictures.peek(category, index);
            const item = document.createElement("li");
            const link = document.createElement("a");
            const image = new Image(320, 320);
            link.className = "gallery-tile";
            link.href = href(category, index);
            link.draggable = image.draggable = false;
            if (categories[category].key !== COVERS) link.style.background = picture.color;
            image.alt = picture.words || `${categories[category].name}, ${index + 1} of ${categories[category].count}`;
            image.loading = "lazy";
            image.decoding = "async";
            image.sizes = "(max-width: 30rem) 46vw, (max-width: 61rem) 12rem, 20vw";
            image.srcset = `${picture.small} 320w, ${picture.medium} 640w`;
            link.append(image);
            item.append(link);
            return item;
        };

        // A category's tiles, the first of them at once, and all up to a place without waiting for a finger; `filled` hears that
        // those are there.
        const panelOf = (category, until = 0, filled = () => {}) => {
            const made = document.createElement("div");
            made.className = "gallery-panel is-beside";
            made.inert = true;
            if (!categories[category].count) made.append(document.getElementById("gallery-empty").content.cloneNode(true));
            else {
                const grid = document.createElement("ul");
                grid.className = categories[category].key === COVERS ? "gallery-grid is-whole" : "gallery-grid";
                made.append(grid);
                fill(grid, category, 0, until).then(filled);
            }
            return made;
        };

        // Adds tiles from a place on, a few with each frame, and the rest when the end comes near.
        const fill = async (grid, category, from, until = from) => {
            let index = from;
            for (let begun = -1; begun < index && index <= until;) {
                begun = index;
                await pictures.find(category, index);
                const end = Math.min(categories[category].count, begun + 60);
                while (index < end && pictures.peek(category, index)) {
                    if (index > begun) await new Promise(requestAnimationFrame);
                    const part = document.createDocumentFragment();
                    for (let some = 0; some < AT_ONCE && index < end && pictures.peek(category, index); some++) part.append(tileOf(category, index++));
                    grid.append(part);
                }
            }
            if (index < categories[category].count && index > from) follow(grid, category, index);
        };

        const follow = (grid, category, from) => {
            const mark = grid.lastElementChild;
            const watch = new IntersectionObserver((entries) => {
                if (!entries.some((entry) => entry.isIntersecting)) return;
                watch.disconnect();
                fill(grid, category, from);
            }, { rootMargin: AHEAD });
            watch.observe(mark);
        };

        // What the server drew goes on by itself.
        const more = panel.querySelector(".gallery-more");
        if (more) {
            more.remove();
            const grid = panel.querySelector(".gallery-grid");
            const first = Number(grid.firstElementChild.querySelector("a").pathname.split("/").pop()) - 1;
            follow(grid, current, first + grid.childElementCount);
        }

        // MARK: From category to category

        const pull = (step) => {
            const wanted = String(current + step);
            if (beside?.dataset.category === wanted) return;
            beside?.remove();
            beside = undefined;
            if (!categories[current + step]) return;
            beside = panelOf(current + step);
            beside.dataset.category = wanted;
            beside.style.insetBlockStart = `${scrollY}px`;
            main.append(beside);
        };

        const lay = (step) => {
            panel.style.transform = offset ? Motion.at("x", offset) : "";
            if (beside) beside.style.transform = Motion.at("x", offset + step * width);
        };

        const settle = async (velocity) => {
            const from = offset;
            const step = from < 0 ? 1 : -1;
            const [moved, other] = [panel, beside];
            offset = 0;
            await Promise.all([
                Motion.slide(moved, "x", from, 0, velocity, Springs.bouncy),
                other && Motion.slide(other, "x", from + step * width, step * width, velocity, Springs.bouncy),
            ]);
            if (offset !== 0) return;
            if (moved === panel) moved.style.transform = "";
            other?.remove();
            if (beside === other) beside = undefined;
        };

        const go = async (step, velocity = 0) => {
            ends();
            const next = current + step;
            if (!categories[next]) return;
            finish?.();
            pull(step);
            const [gone, come, from] = [panel, beside, offset];
            [panel, beside, offset] = [come, undefined, 0];
            gone.inert = true;
            show(next);
            toast.show(categories[next]);
            const end = () => {
                if (finish !== end) return;
                finish = undefined;
                Motion.stop(come);
                gone.remove();
                come.classList.remove("is-beside");
                come.style.cssText = "";
                come.inert = false;
                scrollTo(0, 0);
            };
            finish = end;
            await Promise.all([
                Motion.slide(gone, "x", from, -step * width, velocity, Springs.pager),
                Motion.slide(come, "x", from + step * width, 0, velocity, Springs.pager),
            ]);
            end();
        };
        let finish; // ends a change that still moves

        // Says everywhere else which category it is.
        const show = (category) => {
            current = category;
            links.forEach((link, index) => { link.ariaCurrent = index === category ? "true" : null; });
            links[category].scrollIntoView({ block: "nearest", inline: "center", behavior: Storytime.calm ? "auto" : "smooth" });
            document.getElementById("gallery-title").textContent = categories[category].name;
            document.title = `${categories[category].name} · Storytime`;
            history.replaceState(history.state, "", href(category));
            looks.show(categories[category].key);
            drawArrows();
            ends();
        };

        const sides = document.querySelector(".gallery-sides");
        const arrows = [["-1", "chevron.left", "Previous category"], ["1", "chevron.right", "Next category"]].map(([step, icon, label]) => {
            const button = document.createElement("button");
            button.type = "button";
            button.className = "gallery-arrow";
            button.dataset.step = step;
            button.ariaLabel = label;
            button.append(Storytime.icon(icon));
            button.addEventListener("click", (event) => { if (event.timeStamp - wentAt > SAME) go(Number(step)); });
            return button;
        });
        const drawArrows = () => {
            for (const arrow of arrows) {
                const isBlocked = !categories[current + Number(arrow.dataset.step)];
                if (isBlocked && arrow === document.activeElement) links[current].focus({ preventScroll: true });
                arrow.hidden = isBlocked;
            }
        };
        sides.replaceChildren(...arrows);
        drawArrows();
        ends();

        // MARK: Fingers and keys

        const feel = (type) => (event) => {
            if (viewer.isOpen) return;
            const { pointerId: id, clientX: x, clientY: y, timeStamp: time, isPrimary } = event;
            const isPress = type === "down" && Boolean(event.target.closest("button"));
            const { state, acts } = Gestures.next(gestures, { type, id, x, y, time, isPrimary, isPress });
            gestures = state;
            for (const act of acts) {
                if (act.type !== "tap") swipedAt = time;
                if (act.type === "category") wentAt = time;
                if (act.type === "drag") {
                    finish?.();
                    offset = act.offset;
                    pull(offset < 0 ? 1 : -1);
                    lay(offset < 0 ? 1 : -1);
                } else if (act.type === "settle") settle(act.velocity);
                else if (act.type === "category") go(act.step, act.velocity);
            }
        };
        for (const part of [main, sides]) {
            part.addEventListener("pointerdown", (event) => {
                if (event.button === 0) feel("down")(event);
            });
        }
        addEventListener("pointermove", feel("move"));
        addEventListener("pointerup", feel("up"));
        addEventListener("pointercancel", feel("cancel"));
        addEventListener("resize", ends);

        main.addEventListener("click", (event) => {
            const tile = event.target.closest(".gallery-tile");
            if (!tile) return;
            event.preventDefault();
            if (event.timeStamp - swipedAt < SAME) return;
            enter(Number(tile.pathname.split("/").pop()) - 1);
        });
        strip.addEventListener("click", (event) => {
            const to = links.indexOf(event.target.closest("a"));
            if (to < 0) return;
            event.preventDefault();
            if (to === current) return;
            // One that is further away comes as if it were the next one.
            const step = Math.sign(to - current);
            current = to - step;
            go(step);
        });
        document.addEventListener("keydown", (event) => {
            if (viewer.isOpen || event.ctrlKey || event.metaKey || event.altKey) return;
            if (event.key === "ArrowLeft") go(-1);
            if (event.key === "ArrowRight") go(1);
        });

        // MARK: Full screen

        let isIn = false;
        const enter = (index) => {
            isIn = true;
            history.pushState({ isViewer: true }, "", href(current, index));
            viewer.open(current, index);
        };

        // Forward leads into the viewer again.
        const enterAgain = () => {
            const [key, number] = location.pathname.slice(path.length + 1).split("/");
            const category = categories.findIndex((each) => each.key === key);
            if (category < 0) return location.reload();
            isIn = true;
            viewer.open(category, Place.within(Number(number) - 1, categories[category].count));
        };

        addEventListener("popstate", () => {
            if (history.state?.isViewer) return enterAgain();
            if (!isIn) return;
            isIn = false;
            if (viewer.isOpen) viewer.close();
            const { category, index } = place;
            const focus = () => {
                const tile = panel.querySelector(`a[href="${href(category, index)}"]`);
                (tile ?? links[category]).focus({ preventScroll: true });
                tile?.scrollIntoView({ block: "nearest" });
            };
            if (category !== current) {
                finish?.();
                const shown = panelOf(category, index, () => { if (panel === shown && !viewer.isOpen) focus(); });
                shown.classList.remove("is-beside");
                shown.inert = false;
                panel.replaceWith(shown);
                panel = shown;
            }
            show(category);
            focus();
        });
    }
}
