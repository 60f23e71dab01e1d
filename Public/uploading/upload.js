// A video of a book goes in parts. Without a script the form is sent as a whole.
{
    const form = document.querySelector("form[data-upload]");

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
        const current = {};
        change(true);
        words("Uploading. Keep this page open.");
        form.querySelector("[type=button]").onclick = () => {
            Sending.cancel(current);
            change(false);
            words("Upload canceled.");
        };
        const lost = () => {
            words(Sending.lost);
            current.since = undefined;
        };
        try {
            const location = await Sending.insist(file, current, form.dataset.upload, (done) => show(file, current, done), lost);
            if (!location) return;
            removeEventListener("beforeunload", warn);
            window.location.assign(location);
        } catch (reason) {
            change(false);
            words(reason.message);
        }
    };

    form?.addEventListener("submit", (event) => {
        const file = form.querySelector("[type=file]").files[0];
        if (!file?.size || file.size > Number(form.dataset.limit)) return;
        event.preventDefault();
        run(file);
    });
}
