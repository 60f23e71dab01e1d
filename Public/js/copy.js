// "Copy": puts a field's text, or a list's, on the clipboard and says so. Without it the field is selected by a click.
for (const button of document.querySelectorAll("[data-copy]")) {
    const field = document.getElementById(button.dataset.copy);
    field.addEventListener("focus", () => field.select?.());
    if (!navigator.clipboard) continue;
    button.hidden = false;
    button.addEventListener("click", async () => {
        try {
            await navigator.clipboard.writeText(field.value ?? field.innerText);
            Storytime.toast("good", button.dataset.copied ?? "Copied.");
        } catch {
            field.focus();
        }
    });
}
