// The player of a story's page: the whole picture is its button, and what is watched with a child is counted.
for (const place of document.querySelectorAll(".watch")) {
    const video = place.querySelector("video");
    const cover = place.querySelector(".watch-play");
    const note = place.querySelector(".watch-note");
    const { href, child, book, captions } = place.dataset;

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

    // A link to this moment: phones and tablets have a sheet for it, other machines a clipboard.
    const share = place.querySelector("[data-share]");
    const hasSheet = navigator.share && matchMedia("(pointer: coarse)").matches;
    share.hidden = !hasSheet && !navigator.clipboard;
    if (hasSheet) share.textContent = share.dataset.shareLabel;
    share.addEventListener("click", async () => {
        const link = new URL(share.dataset.share, location.href);
        const seconds = Math.floor(video.currentTime);
        if (seconds) link.searchParams.set("t", seconds);
        try {
            if (hasSheet) return await navigator.share({ title: document.title, url: link.href });
            await navigator.clipboard.writeText(link.href);
            Storytime.toast("good", share.dataset.copied);
        } catch (error) {
            // Somebody may close the sheet and share nothing.
            if (error.name !== "AbortError") Storytime.toast("bad", share.dataset.failed);
        }
    });

    // What is chosen of captions is remembered for the child and the series. Browsers turn tracks on by themselves as well, but
    // not after it plays.
    if (captions) {
        const shown = () => [...video.textTracks].find((track) => track.mode === "showing")?.language ?? "off";
        video.addEventListener("play", () => {
            let last = shown();
            video.textTracks.addEventListener("change", () => {
                if (shown() === last) return;
                last = shown();
                fetch(captions, { method: "POST", keepalive: true, body: new URLSearchParams({ child, book, captions: last }) }).catch(() => {});
            });
        }, { once: true });
    }

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
