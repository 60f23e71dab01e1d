// Counts the characters of a field that has a limit, as the server does: in UTF-16 code units. Typing more is possible, so
// that nothing pasted is cut off unseen. A screen reader is told when the typing pauses, not at every key.
{
    const FROM = 0.8; // the part of the limit from which on it is shown
    const PAUSE = 1000; // milliseconds

    for (const input of document.querySelectorAll("[data-maxlength]")) {
        const most = Number(input.dataset.maxlength);
        const shown = document.createElement("p");
        const said = document.createElement("p");
        let timer = 0;
        shown.className = "counter";
        shown.setAttribute("aria-hidden", "true");
        said.className = "visually-hidden";
        said.setAttribute("role", "status");
        input.after(shown, said);

        const words = () => {
            const left = most - input.value.length;
            const characters = Math.abs(left) === 1 ? "character" : "characters";
            if (left < 0) return `${-left} ${characters} too many`;
            return input.value.length < most * FROM ? "" : `${left} ${characters} left`;
        };
        const count = () => {
            shown.textContent = words();
            shown.toggleAttribute("data-over", input.value.length > most);
        };
        input.addEventListener("input", () => {
            count();
            clearTimeout(timer);
            timer = setTimeout(() => { said.textContent = words(); }, PAUSE);
        });
        count();
    }
}
