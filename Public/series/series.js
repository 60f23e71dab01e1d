// Children's series: one opens in place, and a tap on an episode says "watched up to here". What the tap will come to is shown
// at once, in its own rows; the page that answers it has the truth. Without a script each row is a button of a form.
{
    const ERROR_STAYS = 5000;
    const HOLD = 500; // milliseconds that make a touch a long one
    const REST = 250; // after what other tabs say
    const LOOK = 30_000; // how often other devices are asked about
    const SLIP = 10; // pixels that make a touch a swipe
    const WORDS = { watched: ["check", "Watched"], watching: ["play", "Watching"], unwatched: [] };
    const STAYS = 20_000; // how long Undo is offered unless somebody is at it
    const ACTS = [["watched", "Watched up to here"], ["unwatched", "Unwatched from here"], ["next", "Set as Next"]];
    const main = document.getElementById("main");
    const channel = "BroadcastChannel" in window ? new BroadcastChannel("storytime-series") : undefined;
    // The taps that aren't answered yet, by "series-season-episode".
    const sent = new Map();

    const parse = async (response) => new DOMParser().parseFromString(await response.text(), "text/html");
    const panels = () => [...document.querySelectorAll("[data-panel]")];
    const panelOf = (id) => document.querySelector(`[data-panel="${id}"]`);
    const rowOf = (panel, number) => panel?.querySelector(`.episode[data-number="${number}"]`);
    const key = (panel, number) => `${panel.dataset.panel}-s${panel.dataset.season}-e${number}`;

    // MARK: What is shown

    const paint = (row, status) => {
        const [icon, word] = WORDS[status];
        row.dataset.status = status;
        row.querySelector("[data-mark]").replaceChildren(...(word ? [Storytime.icon(icon), word] : []));
    };

    // What a tap will come to, by the rules of the server.
    const guess = (panel, act, number) => {
        const isExact = act === "episode" && panel.dataset.tap === "watching";
        for (const row of panel.querySelectorAll(".episode")) {
            const other = Number(row.dataset.number);
            let status = row.dataset.status;
            if (act === "next") {
                if (other === number) status = "unwatched";
            } else if (act === "unwatched") {
                if (other >= number) status = "unwatched";
            } else if (other <= number && row.hasAttribute("data-aired")) {
                status = isExact && other === number ? "watching" : "watched";
            } else if (isExact && status === "watching") {
                status = "unwatched";
            }
            if (status !== row.dataset.status) paint(row, status);
        }
    };

    const setBusy = (row, isBusy) => {
        if (!row) return;
        row.toggleAttribute("aria-busy", isBusy);
        if (isBusy) row.setAttribute("aria-busy", "true");
        row.querySelector(".episode-tap").setAttribute("aria-disabled", String(isBusy));
    };

    // Makes a panel that came ready to be used.
    const settle = (panel) => {
        for (const part of panel.querySelectorAll("[data-unscripted]")) part.hidden = true;
        for (const link of panel.querySelectorAll("[data-more-acts]")) {
            link.setAttribute("role", "button");
            link.setAttribute("aria-haspopup", "menu");
        }
        const card = panel.closest(".show");
        const facts = card?.querySelector("[data-facts]");
        if (!facts) return;
        facts.textContent = panel.dataset.told;
        card.querySelector("[data-list]").textContent = panel.dataset.listed;
        const counts = panel.dataset.counts.split(" ");
        document.querySelectorAll("#results .chip-count").forEach((count, at) => { count.textContent = counts[at]; });
    };

    // Begins at what is being watched, or comes next, with the episode before it still in sight.
    const scrollToNext = (panel) => {
        const list = panel.querySelector(".episodes");
        const row = list.querySelector('[data-status="watching"]') ?? list.querySelector("[data-next]");
        const before = row?.previousElementSibling ?? row;
        if (before) list.scrollTop += before.getBoundingClientRect().top - list.getBoundingClientRect().top;
    };

    // What a page that answers says, if anything: of two answers that come close together the other one may say it. Undo goes
    // after a while, too: here it is offered with every tap.
    let leaving;
    const notices = (page) => {
        if (!page.querySelector("#toasts > .toast")) return;
        Storytime.notices(page);
        clearTimeout(leaving);
        const toast = document.querySelector("#toasts .toast:has(form)");
        const leave = () => {
            if (!toast?.isConnected) return;
            if (toast.matches(":hover, :focus-within")) leaving = setTimeout(leave, STAYS);
            else toast.remove();
        };
        leaving = setTimeout(leave, STAYS);
    };

    // Puts the truth in the place of what is shown, unless something newer is there; who is at a row stays at it.
    const adopt = (page, panel) => {
        const fresh = page.querySelector(`[data-panel="${panel.dataset.panel}"]`);
        if (!fresh) return false;
        const isSame = fresh.dataset.season === panel.dataset.season;
        if (isSame && Number(fresh.dataset.version) < Number(panel.dataset.version)) return true;
        const top = panel.querySelector(".episodes").scrollTop;
        const kept = panel.contains(document.activeElement) ? document.activeElement.dataset.keep : undefined;
        // A menu that somebody has opened stays open, and who is at one of its lines stays there.
        const opened = owner && panel.contains(owner) ? owner.closest(".episode").dataset.number : undefined;
        const line = opened && menu.contains(document.activeElement) ? document.activeElement : undefined;
        if (opened) closeMenu(true);
        panel.replaceWith(fresh);
        settle(fresh);
        if (isSame) fresh.querySelector(".episodes").scrollTop = top;
        else scrollToNext(fresh);
        if (isSame && opened) openMenu(rowOf(fresh, opened), line);
        if (kept) fresh.querySelector(`[data-keep="${kept}"]`)?.focus({ preventScroll: true });
        for (const [name, { act, number }] of sent) {
            if (name !== key(fresh, number)) continue;
            guess(fresh, act, number);
            setBusy(rowOf(fresh, number), true);
        }
        return true;
    };

    const fail = (row, message) => {
        if (!row) return Storytime.toast("bad", message);
        row.querySelector(".episode-error")?.remove();
        const error = document.createElement("p");
        error.className = "episode-error";
        error.setAttribute("role", "alert");
        error.textContent = message;
        row.append(error);
        row.scrollIntoView({ block: "nearest", behavior: "instant" });
        setTimeout(() => error.remove(), ERROR_STAYS);
    };

    const tell = (panel) => {
        if (panel) channel?.postMessage({ panel: panel.dataset.panel, child: panel.dataset.child, version: panel.dataset.version });
    };

    // MARK: What is asked

    const post = async (action, body) => {
        const response = await fetch(action, { method: "POST", body });
        if (!response.ok) throw new Error(String(response.status));
        return parse(response);
    };

    const look = async (panel) => {
        const response = await fetch(panel.dataset.address);
        const page = await parse(response);
        const current = panelOf(panel.dataset.panel);
        if (!response.ok || current?.dataset.season !== panel.dataset.season) return;
        adopt(page, current);
    };

    // An episode's act; only its row waits for the answer.
    const mark = async (panel, act, number) => {
        const { panel: id } = panel.dataset;
        const name = key(panel, number);
        if (sent.has(name)) return;
        const before = [...panel.querySelectorAll(".episode")].map((row) => [row.dataset.number, row.dataset.status]);
        const form = panel.querySelector("[data-episodes]");
        const body = new URLSearchParams(new FormData(form));
        body.set(act, number);
        sent.set(name, { act, number });
        guess(panel, act, number);
        setBusy(rowOf(panel, number), true);
        try {
            const page = await post(form.action, body);
            sent.delete(name);
            const current = panelOf(id);
            setBusy(rowOf(current, number), false);
            const bad = page.querySelector('#toasts .toast[data-kind="bad"] p');
            if (current && key(current, number) === name && !adopt(page, current)) throw new Error("no panel");
            if (bad) fail(rowOf(panelOf(id), number), bad.textContent);
            else notices(page);
            tell(panelOf(id));
        } catch {
            sent.delete(name);
            const current = panelOf(id);
            if (current && key(current, number) === name) {
                setBusy(rowOf(current, number), false);
                // Nothing is known of it: what was there before is shown, and what else is on its way.
                for (const [other, status] of before) {
                    const row = rowOf(current, other);
                    if (row && row.dataset.status !== status) paint(row, status);
                }
                for (const [other, tap] of sent) if (other === key(current, tap.number)) guess(current, tap.act, tap.number);
            }
            fail(rowOf(current, number), "This couldn’t be saved. Check the connection and try again.");
        }
    };

    // Another form of a panel, or Undo.
    const send = async (action, body, id) => {
        try {
            const page = await post(action, body);
            const panel = panelOf(id);
            if (panel && !adopt(page, panel)) throw new Error("no panel");
            notices(page);
            tell(panelOf(id));
            return panelOf(id);
        } catch {
            Storytime.toast("bad", "This couldn’t be saved. Check the connection and try again.");
        }
    };

    // MARK: The address

    // Which series are listed, whatever is open among them.
    const listed = () => {
        const { searchParams } = new URL(location);
        for (const name of ["show", "season", "episode"]) searchParams.delete(name);
        return String(searchParams);
    };
    let shownList = listed();

    // An open series is a place to come back from; its seasons are not.
    const remember = (panel, isStep) => {
        const url = new URL(location);
        url.hash = "";
        url.searchParams.delete("episode");
        if (panel) {
            url.searchParams.set("season", panel.dataset.season);
            if (!panel.closest(".show-alone")) url.searchParams.set("show", panel.dataset.panel);
        } else {
            for (const name of ["show", "season"]) url.searchParams.delete(name);
        }
        if (isStep) history.pushState(null, "", url);
        else history.replaceState(history.state, "", url);
    };

    const setOpen = (link, isOpen) => link.setAttribute("aria-expanded", String(isOpen));

    const close = (card) => {
        if (card.contains(owner)) closeMenu(true);
        card.querySelector("[data-panel]")?.remove();
        setOpen(card.querySelector("[data-show]"), false);
    };

    // Opens a series in its place in the list; the one that was open is closed.
    const toggle = async (link, isBack) => {
        const card = link.closest(".show");
        if (card.querySelector("[data-panel]")) {
            close(card);
            return remember(undefined, true);
        }
        card.setAttribute("aria-busy", "true");
        try {
            const response = await fetch(link.dataset.show);
            const panel = (await parse(response)).querySelector("[data-panel]");
            if (!panel || !response.ok) throw new Error("no panel");
            for (const other of document.querySelectorAll(".show:has([data-panel])")) close(other);
            card.append(panel);
            settle(panel);
            setOpen(link, true);
            remember(panel, !isBack);
            scrollToNext(panel);
            card.scrollIntoView({ block: "nearest", behavior: "instant" });
        } catch {
            location.assign(link.dataset.show);
        } finally {
            card.removeAttribute("aria-busy");
        }
    };

    // MARK: The menu of an episode

    const menu = document.createElement("ul");
    let owner; // the link that it belongs to
    let place; // and where that was

    const closeMenu = (isLeft) => {
        if (!owner) return;
        menu.remove();
        owner.setAttribute("aria-expanded", "false");
        if (!isLeft) owner.focus({ preventScroll: true });
        owner = undefined;
    };

    const openMenu = (row, line) => {
        closeMenu(true);
        owner = row?.querySelector("[data-more-acts]") ?? undefined;
        if (!owner) return;
        menu.querySelector("[data-act=next]").parentElement.hidden = owner.hasAttribute("data-never-next");
        owner.setAttribute("aria-expanded", "true");
        menu.setAttribute("aria-label", owner.getAttribute("aria-label"));
        const panel = row.closest("[data-panel]");
        panel.append(menu);
        // Beside its row, and above it where the window ends below.
        const at = owner.getBoundingClientRect();
        place = at.top;
        const box = panel.getBoundingClientRect();
        const isBelow = at.bottom + menu.offsetHeight < innerHeight;
        menu.style.setProperty("inset-block-start", `${(isBelow ? at.bottom : at.top - menu.offsetHeight) - box.top}px`);
        menu.style.setProperty("inset-inline-end", `${Math.max(box.right - at.right, 0)}px`);
        (line ?? menu.querySelector("button")).focus({ preventScroll: true });
    };

    const pressInMenu = (event) => {
        const items = [...menu.querySelectorAll("li:not([hidden]) > button")];
        const at = items.indexOf(document.activeElement);
        if (event.key === "Escape") closeMenu();
        else if (event.key === "Tab") return closeMenu();
        else if (event.key === "ArrowDown") items[(at + 1) % items.length].focus();
        else if (event.key === "ArrowUp") items.at(at - 1).focus();
        else if (event.key === "Home") items[0].focus();
        else if (event.key === "End") items.at(-1).focus();
        else return;
        event.preventDefault();
    };

    menu.className = "menu-items episode-menu";
    menu.setAttribute("role", "menu");
    for (const [act, label] of ACTS) {
        const item = document.createElement("li");
        const button = document.createElement("button");
        item.setAttribute("role", "none");
        button.type = "button";
        button.dataset.act = act;
        button.className = "menu-item";
        button.setAttribute("role", "menuitem");
        button.textContent = label;
        button.addEventListener("click", () => {
            const row = owner.closest(".episode");
            const panel = row.closest("[data-panel]");
            closeMenu();
            mark(panel, act, Number(row.dataset.number));
        });
        item.append(button);
        menu.append(item);
    }
    menu.addEventListener("keydown", pressInMenu);

    // MARK: What people do

    if (main.querySelector("[data-series]")) {
        let held; // the timer of a touch
        let start;
        let wasLong = false;

        const begin = () => {
            for (const part of main.querySelectorAll("[data-unscripted]")) part.hidden = true;
            for (const link of main.querySelectorAll("[data-show]")) {
                link.setAttribute("role", "button");
                setOpen(link, Boolean(link.closest(".show").querySelector("[data-panel]")));
            }
            panels().forEach(settle);
            panels().forEach(scrollToNext);
            closeMenu(true);
            shownList = listed();
        };

        main.addEventListener("click", (event) => {
            const link = event.target.closest("[data-show], [data-more-acts]");
            // What a long touch ends with is no tap.
            if (wasLong && event.target.closest(".episode")) {
                wasLong = false;
                return event.preventDefault();
            }
            if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            if (link.matches("[data-show]")) toggle(link);
            else if (owner === link) closeMenu();
            else openMenu(link.closest(".episode"));
        });
        // A link that is a button is pressed by the space bar, too.
        main.addEventListener("keydown", (event) => {
            if (event.key !== " " || !event.target.matches("[data-show], [data-more-acts]")) return;
            event.preventDefault();
            event.target.click();
        });
        main.addEventListener("submit", (event) => {
            const form = event.target;
            const panel = form.closest("[data-panel]");
            const isUndo = form.closest("#toasts") && form.action.includes("/series/changes/");
            if (!panel && !isUndo) return;
            if (isUndo && !panelOf(new URL(form.action).searchParams.get("series"))) return;
            event.preventDefault();
            const { submitter } = event;
            if (panel && form.matches("[data-episodes]")) {
                if (submitter) mark(panel, submitter.name, Number(submitter.value));
                return;
            }
            const body = new URLSearchParams(new FormData(form));
            if (submitter?.name) body.set(submitter.name, submitter.value);
            send(form.action, body, panel ? panel.dataset.panel : new URL(form.action).searchParams.get("series"));
        });
        main.addEventListener("change", async (event) => {
            const form = event.target.closest(".show-season");
            if (!form) return;
            const id = form.closest("[data-panel]").dataset.panel;
            const panel = await send(form.action, new URLSearchParams(new FormData(form)), id);
            if (panel) remember(panel);
        });

        main.addEventListener("contextmenu", (event) => {
            const row = event.target.closest(".episode:has([data-more-acts])");
            if (!row || event.target.closest("a:not([data-more-acts])")) return;
            event.preventDefault();
            clearTimeout(held);
            wasLong = event.pointerType === "touch";
            if (owner?.closest(".episode") !== row) openMenu(row);
        });
        main.addEventListener("pointerdown", (event) => {
            wasLong = false;
            if (owner && !menu.contains(event.target) && !owner.contains(event.target)) closeMenu(true);
            const row = event.target.closest(".episode-tap")?.closest(".episode:has([data-more-acts])");
            if (!row || event.pointerType === "mouse") return;
            start = [event.clientX, event.clientY];
            const panel = row.closest("[data-panel]");
            const { number } = row.dataset;
            held = setTimeout(() => {
                // An answer may have put another row in its place meanwhile.
                const current = panelOf(panel.dataset.panel);
                if (!current || key(current, number) !== key(panel, number)) return;
                wasLong = true;
                openMenu(rowOf(current, number));
            }, HOLD);
        });
        main.addEventListener("pointermove", (event) => {
            if (start && Math.hypot(event.clientX - start[0], event.clientY - start[1]) > SLIP) clearTimeout(held);
        });
        for (const type of ["pointerup", "pointercancel"]) main.addEventListener(type, () => clearTimeout(held));
        // It doesn't move along when its row is scrolled away.
        document.addEventListener("scroll", (event) => {
            if (owner && event.target !== document && Math.abs(owner.getBoundingClientRect().top - place) > SLIP) closeMenu(true);
        }, { capture: true, passive: true });

        document.addEventListener("storytime:results", begin);
        begin();
        addEventListener("popstate", () => {
            const shown = new URL(location).searchParams.get("show") ?? undefined;
            const open = main.querySelector(".shows [data-panel]");
            const link = main.querySelector(`.shows [data-show][data-id="${shown}"]`);
            if (listed() !== shownList || (shown && !link)) location.reload();
            else if (shown !== open?.dataset.panel) shown ? toggle(link, true) : close(open.closest(".show"));
        });

        // MARK: Other tabs and devices

        let resting;
        channel?.addEventListener("message", ({ data }) => {
            const panel = panelOf(data.panel);
            if (!panel || panel.dataset.child !== data.child || Number(panel.dataset.version) >= Number(data.version)) return;
            clearTimeout(resting);
            resting = setTimeout(() => look(panelOf(data.panel) ?? panel).catch(() => {}), REST);
        });
        const lookAround = () => {
            if (document.visibilityState === "visible" && sent.size === 0 && !owner) panels().forEach((panel) => look(panel).catch(() => {}));
        };
        document.addEventListener("visibilitychange", lookAround);
        setInterval(lookAround, LOOK);
    }
}
