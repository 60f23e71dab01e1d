// Many files go two at a time, each with its own progress; what has arrived stands in the list below, which is the server's.
{
    const AT_ONCE = 2;
    const form = document.querySelector("form[data-many]");
    const part = (name) => form.querySelector(`[data-many-${name}]`);
    const rows = [];
    const warn = (event) => event.preventDefault();
    const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;

    const element = (name, className, text = "") => Object.assign(document.createElement(name), { className, textContent: text });

    const button = (row, label, act) => {
        const button = element("button", "button quiet", label);
        button.type = "button";
        button.append(element("span", "visually-hidden", ` ${row.file.name}`));
        button.addEventListener("click", act);
        return button;
    };

    // "waiting", "running", "done", "failed" or "canceled".
    const change = (row, state, words) => {
        row.state = state;
        row.words.textContent = words;
        row.bar.hidden = state !== "running";
        row.cancel.hidden = !["waiting", "running"].includes(state);
        // What is wrong with a file is still wrong the next time.
        row.retry.hidden = row.isFinal || !["failed", "canceled"].includes(state);
        row.remove.hidden = state !== "failed";
        // What has arrived stands in the list below.
        row.item.hidden = state === "done";
        if (row.cancel.hidden && document.activeElement === row.cancel && !row.retry.hidden) row.retry.focus();
        showAll();
    };

    const showAll = () => {
        const wanted = rows.filter((row) => row.state !== "canceled");
        const [total, done] = [wanted.reduce((sum, row) => sum + row.file.size, 0), wanted.reduce((sum, row) => sum + row.done, 0)];
        const arrived = wanted.filter((row) => row.state === "done").length;
        const failed = wanted.filter((row) => row.state === "failed").length;
        const isRunning = rows.some((row) => ["waiting", "running"].includes(row.state));
        const percent = total ? Math.floor(done / total * 100) : 0;
        part("queue").hidden = !rows.length;
        part("all").hidden = part("cancel").hidden = !isRunning;
        part("all").firstElementChild.value = percent;
        part("all").lastElementChild.textContent = `${percent} % · ${megabytes(done)} of ${megabytes(total)}`;
        const words = `${arrived} of ${wanted.length} uploaded${failed ? `, ${failed} failed` : ""}.${isRunning ? " Keep this page open." : ""}`;
        // It is read out, so only when it says something else.
        if (part("words").textContent !== words) part("words").textContent = rows.length ? words : "";
        (isRunning ? addEventListener : removeEventListener)("beforeunload", warn);
    };

    const complaint = (file) => {
        if (!file.size) return "This file is empty.";
        const limit = Number(/\.(srt|vtt|sbv|lrc|ttml|dfxp|ass|ssa)$/i.test(file.name) ? form.dataset.captionsLimit : form.dataset.limit);
        return file.size > limit ? `Choose a smaller file: at most ${megabytes(limit)}.` : undefined;
    };

    const add = (file) => {
        if (rows.some((row) => row.file.name === file.name && row.file.size === file.size && ["waiting", "running"].includes(row.state))) return;
        const row = { file, done: 0, item: document.createElement("li"), words: element("span", "small"), bar: document.createElement("progress") };
        Object.assign(row.bar, { max: 100, value: 0, ariaLabel: file.name });
        row.cancel = button(row, "Cancel", () => {
            if (row.current) Sending.cancel(row.current);
            row.done = 0;
            change(row, "canceled", "Canceled.");
            next();
        });
        row.retry = button(row, "Try again", () => {
            change(row, "waiting", "Waiting");
            next();
        });
        row.remove = button(row, "Remove", () => {
            row.item.remove();
            rows.splice(rows.indexOf(row), 1);
            showAll();
            form.querySelector("[type=file]").focus();
        });
        row.item.append(element("bdi", "", file.name), row.bar, row.words, row.cancel, row.retry, row.remove);
        part("queue").append(row.item);
        rows.push(row);
        const words = complaint(file);
        row.isFinal = !!words;
        change(row, words ? "failed" : "waiting", words ?? "Waiting");
    };

    const run = async (row) => {
        const current = {};
        row.current = current;
        change(row, "running", "");
        const show = (done) => {
            if (current.isCancelled) return;
            row.done = done;
            row.bar.value = Math.floor(done / row.file.size * 100);
            row.words.textContent = `${row.bar.value} %`;
            showAll();
        };
        try {
            const location = await Sending.insist(row.file, current, form.dataset.many, show, () => { row.words.textContent = Sending.lost; });
            if (location) change(row, "done", "Uploaded");
        } catch (reason) {
            row.isFinal = !!reason.isFinal;
            if (!current.isCancelled) change(row, "failed", reason.message);
        }
        next();
    };

    const next = () => {
        const free = AT_ONCE - rows.filter((row) => row.state === "running").length;
        const waiting = rows.filter((row) => row.state === "waiting").slice(0, Math.max(free, 0));
        waiting.forEach(run);
        // Each list has what has arrived until then; the last one everything.
        if (!rows.some((row) => row.state === "waiting")) refresh();
    };

    // The list again, without what surrounds it: what was chosen in it is on the server.
    let asked = 0;
    const refresh = async () => {
        const number = ++asked;
        await saved;
        const response = await fetch(location.href);
        const list = new DOMParser().parseFromString(await response.text(), "text/html").getElementById("many-list");
        if (!response.ok || !list || number !== asked) return;
        document.getElementById("many-list").replaceWith(list);
        document.dispatchEvent(new Event("storytime:results"));
    };

    // What is chosen in the list is kept at once, so that it is there after a reload.
    let saved = Promise.resolve();
    const save = (list) => {
        const data = new URLSearchParams(new FormData(list));
        data.set("save", "quietly");
        saved = saved.then(() => fetch(list.action, { method: "POST", body: data })).catch(() => {});
    };

    if (form) {
        const input = form.querySelector("[type=file]");
        const drop = part("drop");
        drop.hidden = false;
        const take = (files) => {
            [...files].forEach(add);
            next();
        };
        form.addEventListener("submit", (event) => {
            if (!input.files.length) return;
            event.preventDefault();
            take(input.files);
            input.value = "";
        });
        input.addEventListener("change", () => { if (input.files.length) form.requestSubmit(); });
        part("cancel").addEventListener("click", () => {
            const running = rows.filter((row) => ["waiting", "running"].includes(row.state));
            running.forEach((row) => row.cancel.click());
            input.focus();
        });
        // Files may be dropped anywhere: a browser would otherwise leave the page to show them.
        addEventListener("dragover", (event) => {
            if (!event.dataTransfer.types.includes("Files")) return;
            event.preventDefault();
            drop.classList.add("is-over");
        });
        addEventListener("dragleave", (event) => { if (!event.relatedTarget) drop.classList.remove("is-over"); });
        addEventListener("drop", (event) => {
            if (!event.dataTransfer.files.length) return;
            event.preventDefault();
            drop.classList.remove("is-over");
            take(event.dataTransfer.files);
        });
        document.addEventListener("change", (event) => {
            const list = event.target.closest("[data-many-list]");
            if (!list) return;
            const row = event.target.closest("tr");
            const box = row?.querySelector("[type=checkbox]");
            // Whoever chooses a book means to add it, and without one nothing can be added.
            if (event.target.matches("select")) box.checked = event.target.value !== "";
            const count = list.querySelectorAll("tr [type=checkbox]:checked").length;
            list.querySelector("[data-many-count]").textContent = count ? `${count} ${count === 1 ? "video" : "videos"}` : "selected videos";
            save(list);
        });
    }
}
