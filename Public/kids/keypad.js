// Big keys for the PIN. They type into the field, which takes a keyboard as well and sends itself without a script.
for (const keypad of document.querySelectorAll(".keypad")) {
    const field = document.getElementById(keypad.dataset.for);
    const type = (act) => {
        act();
        field.dispatchEvent(new Event("input", { bubbles: true }));
    };
    keypad.hidden = false;
    // No second keyboard comes up over the first.
    if (matchMedia("(pointer: coarse)").matches) field.inputMode = "none";
    keypad.addEventListener("click", (event) => {
        const key = event.target.closest("button[type=button]");
        if (!key) return;
        if (key.dataset.digit === undefined) type(() => { field.value = field.value.slice(0, -1); });
        else if (field.value.length < field.maxLength) type(() => { field.value += key.dataset.digit; });
    });
}
