// Says in words which icon is chosen.
{
    for (const output of document.querySelectorAll("[data-chosen]")) {
        const picker = output.closest("fieldset");
        const say = () => {
            const label = picker.querySelector("input:checked")?.closest("label");
            output.textContent = label ? label.title : "";
        };
        picker.addEventListener("change", say);
        say();
    }
}
