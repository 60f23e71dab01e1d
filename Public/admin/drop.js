// A picture that is dropped where a form with [data-drop] stands, or pasted on its page, is chosen as its file. A form that isn't
// seen is sent at once.
for (const form of document.querySelectorAll("form[data-drop]")) {
    const zone = form.closest("[data-drop-zone]") ?? form;
    const file = form.querySelector("[type=file]");

    const take = (event, { files }) => {
        const picture = [...files].find(({ type }) => type.startsWith("image/"));
        if (!picture) return;
        event.preventDefault();
        const chosen = new DataTransfer();
        chosen.items.add(picture);
        file.files = chosen.files;
        file.dispatchEvent(new Event("change", { bubbles: true }));
        if (form.hidden) form.requestSubmit();
        else form.querySelector("[type=submit]").focus();
    };

    zone.addEventListener("dragover", (event) => {
        if (event.dataTransfer.types.includes("Files")) event.preventDefault();
    });
    zone.addEventListener("drop", (event) => take(event, event.dataTransfer));
    document.addEventListener("paste", (event) => {
        if (!event.target.closest?.("input, textarea, dialog")) take(event, event.clipboardData);
    });
}
