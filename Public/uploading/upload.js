// A video goes in parts, so that what a bad connection or a reload has broken off goes on where it stopped. Without a script the form is sent as a whole.
{
    const PART = 8 * 1024 * 1024;
    const PAUSES = [1, 2, 5, 10, 30];
    const form = document.querySelector("form[data-upload]");

    // One request; `tell` hears how many bytes of it have left. Rejects with words where trying again is of no use, and with nothing where it is.
    const ask = (current, method, url, body, offset, tell) => new Promise((resolve, reject) => {
        const request = new XMLHttpRequest();
        current.request = request;
        request.open(method, url);
        request.setRequestHeader("Accept", "application/json");
        if (offset !== undefined) request.setRequestHeader("Upload-Offset", offset);
        request.timeout = 120_000;
        request.upload.onprogress = (event) => tell?.(event.loaded);
        request.onerror = request.ontimeout = request.onabort = () => reject();
        request.onload = () => {
            if (request.status < 300) return resolve(request);
            if (request.status === 409 || (request.status >= 500 && request.status !== 507)) return reject();
            let words;
            try {
                words = JSON.parse(request.responseText).error.message;
            } catch {
                words = `The server answered ${request.status}.`;
            }
            reject(words);
        };
        request.send(body);
    });

    const left = (seconds) => seconds < 90 ? `${Math.ceil(seconds)} s left` : `${Math.ceil(seconds / 60)} min left`;

    const show = (file, current, done) => {
        const now = performance.now();
        current.since ??= [now, done];
        const speed = (done - current.since[1]) / Math.max(now - current.since[0], 1) * 1000;
        const percent = Math.floor(done / file.size * 100);
        const bar = form.querySelector("progress");
        bar.value = percent;
        bar.nextElementSibling.textContent = `${percent} %` + (speed > 0 ? ` · ${(speed / 1e6).toFixed(1)} MB/s · ${left((file.size - done) / speed)}` : "");
    };

    const send = async (file, current) => {
        const begin = new URLSearchParams({ name: file.name, size: file.size, modified: file.lastModified });
        const upload = JSON.parse((await ask(current, "POST", form.dataset.upload, begin)).responseText);
        current.href = upload.href;
        for (let done = upload.offset; done < file.size;) {
            show(file, current, done);
            const answer = await ask(current, "PATCH", upload.href, file.slice(done, done + PART), done, (sent) => show(file, current, done + sent));
            done = Number(answer.getResponseHeader("Upload-Offset"));
            current.failures = 0;
        }
        show(file, current, file.size);
        return (await ask(current, "POST", `${upload.href}/finish`, "")).getResponseHeader("Location");
    };

    const words = (text) => { form.querySelector("[role=status]").textContent = text; };
    const warn = (event) => event.preventDefault();

    const change = (isRunning) => {
        const [input, cancel] = [form.querySelector("[type=file]"), form.querySelector("[type=button]")];
        input.disabled = isRunning;
        cancel.hidden = form.querySelector(".progress").hidden = !isRunning;
        form.querySelector("[type=submit]").hidden = isRunning;
        (isRunning ? cancel : input).focus();
        (isRunning ? addEventListener : removeEventListener)("beforeunload", warn);
    };

    const run = async (file) => {
        const current = { failures: 0 };
        change(true);
        words("Uploading. Keep this page open.");
        form.querySelector("[type=button]").onclick = () => {
            current.isCancelled = true;
            current.request.abort();
            if (current.href) fetch(`${current.href}/cancel`, { method: "POST" });
            change(false);
            words("Upload canceled.");
        };
        while (!current.isCancelled) {
            try {
                const location = await send(file, current);
                removeEventListener("beforeunload", warn);
                return window.location.assign(location);
            } catch (reason) {
                if (current.isCancelled) return;
                if (reason) {
                    change(false);
                    return words(reason.message ?? reason);
                }
                const pause = PAUSES[Math.min(current.failures++, PAUSES.length - 1)];
                words("Connection lost. The part that arrived is kept, and the rest will be sent again.");
                current.since = undefined;
                await new Promise((resolve) => setTimeout(resolve, pause * 1000));
            }
        }
    };

    form?.addEventListener("submit", (event) => {
        const file = form.querySelector("[type=file]").files[0];
        if (!file?.size || file.size > Number(form.dataset.limit)) return;
        event.preventDefault();
        run(file);
    });
}
