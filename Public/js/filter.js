// Narrows a long list of checkboxes to those whose words contain what is typed. What is ticked stays ticked, seen or not.
{
    const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

    for (const box of document.querySelectorAll("[data-filter]")) {
        const items = [...document.getElementById(box.dataset.filter).children];
        const input = box.querySelector("input");
        const count = box.querySelector("[data-filter-count]");

        const narrow = () => {
            const words = fold(input.value).split(/\s+/);
            for (const item of items) item.hidden = !words.every((word) => fold(item.textContent).includes(word));
            const shown = items.filter((item) => !item.hidden).length;
            const ticked = items.filter((item) => item.querySelector(":checked")).length;
            count.textContent = `${shown} of ${items.length} shown, ${ticked} checked`;
        };
        input.addEventListener("input", narrow);
        input.addEventListener("keydown", (event) => {
            if (event.key === "Enter") event.preventDefault();
        });
        items[0].parentElement.addEventListener("change", narrow);
        narrow();
    }
}
