// Photos go three at a time, each as a whole: they are small enough to begin again. What has arrived stands in the list
// below, which is the server's.
"use strict";

{
    const AT_ONCE = 3;
    const PAUSES = [1000, 4000, 15000]; // before another attempt, in milliseconds
    const SHOWN = 30; // rows of the queue: a list of five hundred says nothing to anybody
    const REFRESH = 5000; // milliseconds between two looks at the list, while photos arrive
    const form = document.querySelector("form[data-photos]");
    const part = (name) => form.querySelector(`[data-photos-${name}]`);
    const rows = [];
    const warn = (event) => event.preventDefault();
    const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
    const count = (number, one, many) => `${number} ${number === 1 ? one : many}`;
    const photos = (number) => count(number, "photo", "photos");
    const isUnder = (row) => ["waiting", "running"].includes(row.state);

    // MARK: What is shown

    // "waiting", "running", "done", "known", "failed" or "canceled".
    const change = (row, state, words = "") => {
        row.state = state;
        row.words.textContent = words;
        row.bar.hidden = state !== "running";
        if (!isUnder(row)) row.sent = row.file.size;
        showRow(row);
        showAll();
    };

    // Only what is on its way or needs attention has a line. Those that were here already are folded together.
    const showRow = (row) => {
        if (row.state === "known") return part("known").lastElementChild.append(row.item);
        if (row.state !== "running" && row.state !== "failed") return row.item.remove();
        if (row.item.parentElement !== part("queue") && part("queue").childElementCount < SHOWN) part("queue").append(row.item);
    };

    // What became of them: of those that are still on their way as a part of all, and at last as what there is.
    const summary = ({ done, known, failed, unreadable, canceled, all, isRunning }) => {
        const others = [];
        if (known) others.push(`${count(known, "was", "were")} already here`);
        if (failed > unreadable) others.push(`${failed - unreadable} failed`);
        // Those are among the photos, where they can be moved to the bin.
        if (unreadable) others.push(`${unreadable} couldn’t be read`);
        if (isRunning) return `${[`${done} of ${photos(all)} uploaded`, ...others].join(", ")}. Keep this page open.`;
        if (canceled) return `Canceled. ${[`${done} of ${photos(all)} uploaded`, ...others].join(", ")}.`;
        if (!all) return "";
        if (!done) return failed ? `No photos uploaded: ${others.join(", ")}.` : `No new photos: ${others.join(", ")}.`;
        return `${[`${photos(done)} uploaded`, ...others].join(", ")}.`;
    };

    const showAll = () => {
        const wanted = rows.filter((row) => row.state !== "canceled");
        const number = (state) => wanted.filter((row) => row.state === state).length;
        const isRunning = wanted.some(isUnder);
        const total = wanted.reduce((sum, row) => sum + row.file.size, 0);
        const sent = wanted.reduce((sum, row) => sum + row.sent, 0);
        const percent = total ? Math.floor(sent / total * 100) : 0;
        const [done, known, failed] = ["done", "known", "failed"].map(number);
        part("queue").hidden = !part("queue").childElementCount;
        part("all").hidden = part("cancel").hidden = !isRunning;
        part("all").firstElementChild.value = percent;
        part("all").lastElementChild.textContent = `${percent} % · ${megabytes(sent)} of ${megabytes(total)}`;
        part("retry").hidden = isRunning || !wanted.some((row) => row.state === "failed" && !row.isFinal);
        part("known").hidden = !known;
        part("known").firstElementChild.textContent = `${count(known, "photo was", "photos were")} already here`;
        // Only the first page of all photos begins with the latest ones.
        part("show").hidden = isRunning || !done || !/[?&](category|page)=/.test(location.search);
        const unreadable = wanted.filter((row) => row.state === "failed" && row.id).length;
        const text = summary({ done, known, failed, unreadable, canceled: rows.length - wanted.length, all: rows.length, isRunning });
        // It is read out, so only when it says something else, and not for each single one of many.
        if (!isRunning || done % 10 === 0 || failed || !part("words").textContent) {
            if (part("words").textContent !== text) part("words").textContent = text;
        }
        (isRunning ? addEventListener : removeEventListener)("beforeunload", warn);
        if (isRunning) stayAwake();
        else lock?.release().then(() => { lock = undefined; }, () => {});
    };

    // A phone that locks itself stops sending.
    let lock;
    const stayAwake = async () => {
        if (lock || document.hidden) return;
        lock = await navigator.wakeLock?.request("screen").catch(() => undefined);
        lock?.addEventListener("release", () => { lock = undefined; });
    };

    // MARK: What is sent

    const add = (file) => {
        const isThere = rows.some((row) => row.file.name === file.name && row.file.size === file.size && row.file.lastModified === file.lastModified && isUnder(row));
        if (isThere) return;
        const row = { file, sent: 0, attempts: 0, item: document.createElement("li"), words: document.createElement("span"), bar: document.createElement("progress") };
        row.words.className = "small";
        Object.assign(row.bar, { max: 100, value: 0, ariaLabel: file.name });
        row.item.append(Object.assign(document.createElement("bdi"), { textContent: file.name }), row.bar, row.words);
        rows.push(row);
        const isTooLarge = file.size > Number(form.dataset.limit);
        row.isFinal = !file.size || isTooLarge;
        if (!file.size) change(row, "failed", "This file is empty.");
        else if (isTooLarge) change(row, "failed", `This file is larger than ${megabytes(Number(form.dataset.limit))}. Choose a smaller copy.`);
        else change(row, "waiting");
    };

    const send = (row) => {
        const request = new XMLHttpRequest();
        const query = new URLSearchParams({ category: row.category, name: row.file.name });
        row.request = request;
        row.sent = 0;
        change(row, "running");
        request.open("PUT", `${form.dataset.photos}?${query}`);
        request.setRequestHeader("Accept", "application/json");
        request.setRequestHeader("Content-Type", row.file.type || "application/octet-stream");
        request.timeout = 300_000;
        request.upload.onprogress = (event) => {
            row.sent = Math.min(event.loaded, row.file.size);
            row.bar.value = Math.floor(row.sent / row.file.size * 100);
            showAll();
        };
        request.onload = () => {
            const answer = (() => {
                try {
                    return JSON.parse(request.responseText);
                } catch {
                    return {};
                }
            })();
            const words = answer.error?.message ?? `The server answered ${request.status}.`;
            const isHopeless = request.status === 507 || answer.error?.code === "folder_not_writable";
            // An answer of a page means that nobody is signed in any more.
            if (request.status === 201) {
                row.id = String(answer.id);
                change(row, "done");
            }
            else if (request.status === 200 && answer.id) change(row, "known", answer.message);
            else if (isHopeless || (request.status >= 400 && request.status < 500)) {
                row.isFinal = request.status === 413 || request.status === 422;
                change(row, "failed", words);
            } else return again(row, words);
            // The others would only fail one after the other.
            if (isHopeless) rows.filter((other) => other.state === "waiting").forEach((other) => change(other, "failed", words));
            next();
        };
        request.onerror = request.ontimeout = () => again(row, "The connection broke off.");
        request.send(row.file);
    };

    const again = (row, words) => {
        if (row.state !== "running") return;
        const pause = PAUSES[row.attempts++];
        if (pause === undefined) {
            change(row, "failed", words);
            return next();
        }
        row.words.textContent = `${words} Trying again…`;
        row.timer = setTimeout(() => send(row), pause);
    };

    const next = () => {
        const free = AT_ONCE - rows.filter((row) => row.state === "running").length;
        rows.filter((row) => row.state === "waiting").slice(0, Math.max(free, 0)).forEach(send);
        refresh(!rows.some(isUnder));
    };

    const cancel = (row) => {
        clearTimeout(row.timer);
        const { request } = row;
        change(row, "canceled");
        request?.abort();
    };

    const retry = () => {
        for (const row of rows) {
            if (row.state !== "failed" || row.isFinal) continue;
            row.attempts = 0;
            row.sent = 0;
            change(row, "waiting");
        }
        next();
    };

    // The list again, without what surrounds it.
    let looked = 0;
    let timer;
    const refresh = (isLast) => {
        clearTimeout(timer);
        const pause = isLast ? 0 : Math.max(0, looked + REFRESH - Date.now());
        timer = setTimeout(async () => {
            looked = Date.now();
            const response = await fetch(location.href).catch(() => undefined);
            if (!response?.ok) return;
            const page = new DOMParser().parseFromString(await response.text(), "text/html");
            const list = page.querySelector("[data-photos-list]");
            const shown = document.querySelector("[data-photos-list]");
            // What is being chosen isn't taken out of anybody's hands.
            if (!list || shown.contains(document.activeElement) || shown.querySelector(":checked:not(option)")) return;
            shown.replaceWith(list);
            document.querySelector(".page-head .lede").textContent = page.querySelector(".page-head .lede").textContent;
            document.dispatchEvent(new Event("storytime:results"));
        }, pause);
    };

    // MARK: What is chosen or dropped

    const take = (files) => {
        const category = form.querySelector("[name=to]").value;
        // What has come to an end counts no more; what can be tried again stays.
        if (!rows.some(isUnder)) {
            const kept = rows.filter((row) => row.state === "failed" && !row.isFinal);
            rows.filter((row) => !kept.includes(row)).forEach((row) => row.item.remove());
            rows.splice(0, rows.length, ...kept);
        }
        const first = rows.length;
        form.closest("details").open = true;
        [...files].forEach(add);
        for (const row of rows.slice(first)) row.category = category;
        next();
    };

    // A folder hands its entries out in portions, and some of them may not be readable.
    const filesOf = async (entry) => {
        if (!entry) return [];
        if (entry.isFile) {
            return new Promise((resolve) => {
                entry.file((file) => resolve([file]), () => resolve([]));
            });
        }
        const reader = entry.createReader();
        const found = [];
        for (;;) {
            const portion = await new Promise((resolve) => {
                reader.readEntries(resolve, () => resolve([]));
            });
            if (!portion.length) break;
            for (const inner of portion) found.push(...await filesOf(inner));
        }
        return found;
    };
    const isHidden = (file) => file.name.startsWith(".") || /^(thumbs\.db|desktop\.ini)$/i.test(file.name);

    if (form) {
        const input = form.querySelector("[type=file]");
        part("drop").hidden = false;
        part("plain").hidden = true;
        // What is chosen is sent at once. The button would load the page anew, and lose what is on its way.
        form.querySelector("[type=submit]").hidden = true;
        form.addEventListener("submit", (event) => {
            event.preventDefault();
            if (!input.files.length) return;
            take(input.files);
            input.value = "";
        });
        input.addEventListener("change", () => { if (input.files.length) form.requestSubmit(); });
        part("retry").addEventListener("click", retry);
        part("cancel").addEventListener("click", () => {
            rows.filter(isUnder).forEach(cancel);
            input.focus();
            refresh(true);
        });
        // Whether a file can be read as a whole is known only when its sizes are made.
        document.addEventListener("storytime:results", () => {
            for (const link of document.querySelectorAll("[data-photo-failed]")) {
                const row = rows.find(({ id, state }) => state === "done" && id === link.dataset.photoFailed);
                if (!row) continue;
                row.isFinal = true;
                change(row, "failed", link.parentElement.lastElementChild.textContent);
            }
        });
        addEventListener("online", () => { if (rows.some((row) => row.state === "failed" && !row.isFinal)) retry(); });
        document.addEventListener("visibilitychange", () => { if (rows.some(isUnder)) stayAwake(); });
        // Files may be dropped anywhere: a browser would otherwise leave the page to show them.
        addEventListener("dragover", (event) => {
            if (!event.dataTransfer.types.includes("Files")) return;
            event.preventDefault();
            part("drop").classList.add("is-over");
        });
        addEventListener("dragleave", (event) => { if (!event.relatedTarget) part("drop").classList.remove("is-over"); });
        addEventListener("drop", async (event) => {
            if (!event.dataTransfer.types.includes("Files")) return;
            event.preventDefault();
            part("drop").classList.remove("is-over");
            // All entries at once: the list is empty as soon as this handler has ended.
            const entries = [...event.dataTransfer.items].filter((item) => item.kind === "file").map((item) => item.webkitGetAsEntry());
            const files = entries.some(Boolean) ? (await Promise.all(entries.map(filesOf))).flat() : [...event.dataTransfer.files];
            take(files.filter((file) => !isHidden(file)));
        });
    }
}
