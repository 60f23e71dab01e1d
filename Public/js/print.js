// "Print": what a browser's menu does, for a page that should be on paper.
for (const button of document.querySelectorAll("[data-print]")) {
    button.hidden = false;
    button.addEventListener("click", () => print());
}
