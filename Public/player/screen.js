// Keeps the screen awake while a story plays, where the browser can.
Storytime.Screen = class {
    constructor(video) {
        video.addEventListener("playing", () => this.keepAwake());
        for (const type of ["pause", "ended", "emptied", "error"]) video.addEventListener(type, () => this.release());
        // The browser lets go of it whenever the page is hidden.
        document.addEventListener("visibilitychange", () => {
            if (document.visibilityState === "visible" && !video.paused) this.keepAwake();
        });
    }

    async keepAwake() {
        this.isWanted = true;
        if (this.lock && !this.lock.released) return;
        try {
            const lock = await navigator.wakeLock?.request("screen");
            if (this.isWanted) this.lock = lock;
            else lock?.release();
        } catch { /* A low battery may say no. */ }
    }

    release() {
        this.isWanted = false;
        this.lock?.release();
        this.lock = undefined;
    }
};
