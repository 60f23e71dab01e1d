// Big keys for the PIN. They type into the field, which takes a keyboard as well and sends itself without a script.
for (const pin of document.querySelectorAll(".pin")) {
    const field = pin.querySelector("input");
    const keypad = pin.querySelector(".keypad");
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

    // The answer to a PIN takes the place of the page that asks for it: Back and reload would send the PIN again.
    history.replaceState(history.state, "", pin.dataset.page);

    // Nothing can be typed until the time is over.
    const wait = pin.querySelector(".pin-wait");
    if (wait) {
        const until = Date.now() + wait.dataset.seconds * 1000;
        const controls = pin.querySelectorAll("input, button");
        const hold = (isHeld) => {
            for (const control of controls) control.disabled = isHeld;
        };
        const tick = () => {
            const seconds = Math.ceil((until - Date.now()) / 1000);
            if (seconds > 0) {
                wait.textContent = `Try again in ${Storytime.Times.clock(seconds)}.`;
                setTimeout(tick, 1000);
                return;
            }
            wait.parentElement.remove();
            field.removeAttribute("aria-invalid");
            field.removeAttribute("aria-describedby");
            hold(false);
            if (document.activeElement === document.body) field.focus();
        };
        hold(true);
        tick();
    }
}
