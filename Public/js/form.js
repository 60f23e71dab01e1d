// Small comforts of forms: a form is sent once, and a password can be looked at.
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
}
