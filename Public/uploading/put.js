// Sends a file to the address that another server gave for it, and says how far it is. The address is good for one file, so a failed attempt may be made again.
for (const form of document.querySelectorAll("[data-put]")) {
    const part = (name) => form.querySelector(`[data-put-${name}]`);
    const [start, bar, error] = ["start", "progress", "error"].map(part);
    const file = form.querySelector("[type=file]");
    const stay = (event) => event.preventDefault();
    let request;

    const end = (words) => {
        removeEventListener("beforeunload", stay);
        [start.disabled, bar.hidden, error.textContent] = [false, true, words];
    };

    start.hidden = false;
    start.addEventListener("click", () => {
        if (!file.files.length) return end("Choose a file first.");
        request = new XMLHttpRequest();
        request.upload.addEventListener("progress", ({ loaded, total }) => {
            const percent = total ? Math.floor((loaded * 100) / total) : 0;
            bar.firstElementChild.value = percent;
            bar.lastElementChild.textContent = `${percent} %`;
        });
        request.addEventListener("load", () => {
            if (request.status >= 300) return end(`Mux rejected the file (${request.status}). Try again.`);
            end("");
            location.assign(form.dataset.done);
        });
        request.addEventListener("error", () => end("Connection lost. Try again."));
        request.open("PUT", form.dataset.put);
        addEventListener("beforeunload", stay);
        [start.disabled, bar.hidden, error.textContent] = [true, false, ""];
        request.send(file.files[0]);
    });
    form.addEventListener("submit", () => request?.abort() ?? end(""));
}
