// A day is typed as 2026-03-04, or picked from the browser's calendar. A date field drops what is no day, so one that holds
// something else stays a text field: nothing that was typed is lost. How to type it is said only where it is typed.
for (const field of document.querySelectorAll("[data-day]")) {
    const typed = field.value;
    if (typed && new Date(typed).toJSON()?.slice(0, 10) !== typed) continue;
    field.type = "date";
    const hint = document.getElementById(`${field.id}-format`);
    if (!hint) continue;
    const others = field.getAttribute("aria-describedby").split(" ").filter((id) => id !== hint.id);
    if (others.length) field.setAttribute("aria-describedby", others.join(" "));
    else field.removeAttribute("aria-describedby");
    hint.remove();
}
