// Small comforts of forms: a form is sent once, a password can be looked at, a long text is counted.
{
    document.addEventListener("submit", (event) => {
        const form = event.target;
        if (event.defaultPrevented || form.method !== "post") return;
        if (form.dataset.sent) event.preventDefault();
        form.dataset.sent = "true";
    });
    // A page that comes back from the browser's memory may be sent again.
    addEventListener("pageshow", () => {
        for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
    });

    for (const button of document.querySelectorAll("[data-reveal]")) {
        const input = document.getElementById(button.dataset.reveal);
        button.hidden = false;
        button.addEventListener("click", () => {
            const isShown = input.type === "text";
            input.type = isShown ? "password" : "text";
            button.setAttribute("aria-pressed", String(!isShown));
        });
    }

    // The length is said from four fifths of it on; typing more is possible, so that nothing pasted is cut off unseen.
    for (const input of document.querySelectorAll("[data-maxlength]")) {
        const most = Number(input.dataset.maxlength);
        const counter = document.createElement("p");
        counter.className = "counter";
        counter.setAttribute("role", "status");
        input.after(counter);
        const count = () => {
            const length = input.value.length;
            counter.toggleAttribute("data-over", length > most);
            counter.textContent = length < most * 0.8 ? "" : `${length} of ${most} characters`;
        };
        input.addEventListener("input", count);
        count();
    }
}
