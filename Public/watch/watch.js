// The player of a story's page: the whole picture is its button, and what is watched with a child is counted.
for (const place of document.querySelectorAll(".watch")) {
    const video = place.querySelector("video");
    const cover = place.querySelector(".watch-play");
    const note = place.querySelector(".watch-note");
    const { href, child, book } = place.dataset;

    for (const button of place.querySelectorAll("[data-play]")) {
        button.addEventListener("click", (event) => {
            event.preventDefault();
            if (button.dataset.play) video.currentTime = Number(button.dataset.play);
            video.play().catch(() => {});
        });
    }
    video.addEventListener("play", () => {
        video.controls = true;
        if (document.activeElement === cover) video.focus({ preventScroll: true });
        cover.hidden = true;
    });
    video.controls = false;
    cover.hidden = false;

    if (child) {
        const say = (isCounted) => {
            const words = isCounted ? note.dataset.counted : note.dataset.lost;
            if (note.textContent !== words) note.textContent = words;
        };
        say(true);
        note.setAttribute("role", "status");
        new Storytime.Watching(video, { href, child: Number(child), book: Number(book), isPrompt: true, onAnswer: say });
    }
}
