// The keys of keyboards, headphones and lock screens. They play and pause, and never lead to another story. Where a child may
// not jump, the keys for it are given nothing to do: left alone, some browsers would jump by themselves.
Storytime.MediaKeys = class {
    constructor(video, { play, pause, seek }) {
        const session = navigator.mediaSession;
        if (!session) return;
        const to = (place) => () => seek?.(place());
        const acts = {
            play,
            pause,
            seekto: (details) => seek?.(details.seekTime),
            seekforward: to(() => Math.min(video.currentTime + 10, video.duration)),
            seekbackward: to(() => Math.max(video.currentTime - 10, 0)),
        };
        // Safari forgets what was set before it plays.
        video.addEventListener("playing", () => {
            for (const [name, act] of Object.entries(acts)) {
                try { session.setActionHandler(name, act); } catch { /* It does not know this key. */ }
            }
            session.playbackState = "playing";
        });
        video.addEventListener("pause", () => {
            session.playbackState = "paused";
        });
    }

    name(title) {
        if ("MediaMetadata" in window) navigator.mediaSession.metadata = title ? new MediaMetadata({ title }) : null;
    }
};
