// The moments below a player lead to their places in it. They are bound again when a part of the page was replaced.
{
    const bind = () => {
        for (const moment of document.querySelectorAll("[data-frames] > :not(:has(button))")) {
            const button = document.createElement("button");
            button.type = "button";
            button.title = "Go to this moment";
            button.append(...moment.childNodes);
            moment.append(button);
            button.addEventListener("click", () => {
                const player = document.getElementById(moment.parentElement.dataset.frames);
                player.currentTime = Number(moment.dataset.seek);
                player.play().catch(() => {});
            });
        }
    };
    document.addEventListener("storytime:results", bind);
    bind();

    // The moment that the player shows, for the field that asks for one.
    for (const button of document.querySelectorAll("[data-moment]")) {
        button.hidden = false;
        button.addEventListener("click", () => {
            const seconds = Math.floor(document.getElementById("player").currentTime);
            document.getElementById(button.dataset.moment).value = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
        });
    }
}
