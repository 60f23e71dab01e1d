// Boxes in the rows of a list: one that ticks all of the page, and how many are ticked beside what is done with them.
{
    const boxes = (name) => [...document.querySelectorAll(`input[name="${CSS.escape(name)}"][type="checkbox"]`)];

    function show() {
        for (const label of document.querySelectorAll("[data-check-all]")) {
            const all = boxes(label.dataset.checkAll);
            const ticked = all.filter((box) => box.checked).length;
            const own = label.querySelector("input");
            label.hidden = false;
            own.checked = ticked > 0 && ticked === all.length;
            own.indeterminate = ticked > 0 && ticked < all.length;
        }
        for (const button of document.querySelectorAll("[data-checked]")) button.disabled = !boxes(button.dataset.checked).some((box) => box.checked);
        for (const bar of document.querySelectorAll("[data-bulk]")) {
            const ticked = [...bar.elements].filter((box) => box.name === "ids" && box.checked).length;
            bar.toggleAttribute("data-active", ticked > 0);
            bar.querySelector("[data-bulk-count]").textContent = ticked ? ` (${ticked})` : "";
        }
    }

    document.addEventListener("change", (event) => {
        const label = event.target.closest("[data-check-all]");
        if (label) for (const box of boxes(label.dataset.checkAll)) box.checked = event.target.checked;
        if (label || event.target.name === "ids") show();
    });
    document.addEventListener("storytime:results", show);
    // The browser may bring back a page with its ticks.
    addEventListener("pageshow", show);
}
