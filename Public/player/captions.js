// Captions, painted by us: the browser's own slide under the controls, and their size can't be set everywhere. Whether they are
// on is remembered for each child, "off" too; in a story of a series, for the series, on the server.
Storytime.Captions = class {
    tracks = [];

    constructor(video, { overlay, button, child, isUsuallyOn = false }) {
        Object.assign(this, { video, overlay, button, key: `captions_enabled_${child}`, isUsuallyOn });
        this.isOn = this.own = this.read();
        button.addEventListener("click", () => this.turn(!this.isOn));
        video.addEventListener("loadedmetadata", () => this.apply());
        // The system can turn them on as well, and an iPhone's own full screen shows nothing else.
        video.textTracks.addEventListener("change", () => this.follow());
        video.addEventListener("webkitbeginfullscreen", () => this.apply("showing"));
        video.addEventListener("webkitendfullscreen", () => this.apply());
    }

    // Of several languages, the one that the video is to begin with, or else that of the story. Whether it shows is the child's
    // setting, or what was chosen for its series, which `keep` remembers.
    open(captions, language = "", { choice, keep } = {}) {
        this.close();
        this.keep = keep;
        this.isOn = choice ? choice !== "off" : this.own;
        let first;
        for (const { language: srclang, label, kind, url, is_default: isDefault } of captions) {
            const element = document.createElement("track");
            Object.assign(element, { srclang, label, kind, src: url });
            if (isDefault) first = element;
            this.video.append(element);
            this.tracks.push(element);
        }
        const base = (tag) => tag.split("-")[0];
        this.track = first ?? this.tracks.find((each) => each.srclang === language) ??
            this.tracks.find((each) => base(each.srclang) === base(language)) ?? this.tracks[0];
        this.track?.track.addEventListener("cuechange", () => this.paint());
        this.button.hidden = !this.track;
        this.apply();
    }

    close() {
        for (const element of this.video.querySelectorAll("track")) element.remove();
        this.tracks = [];
        this.track = undefined;
        this.button.hidden = true;
        this.paint();
    }

    turn(isOn) {
        this.isOn = isOn;
        if (this.keep) this.keep(isOn ? this.track.srclang : "off");
        else this.write();
        this.apply();
    }

    write() {
        this.own = this.isOn;
        try { localStorage.setItem(this.key, String(this.isOn)); } catch { /* Until the page is left, then. */ }
    }

    read() {
        try {
            return (localStorage.getItem(this.key) ?? String(this.isUsuallyOn)) === "true";
        } catch {
            return this.isUsuallyOn;
        }
    }

    apply(mode = "hidden") {
        this.mode = mode;
        this.button.setAttribute("aria-label", `Captions, currently ${this.isOn ? "on" : "off"}`);
        this.button.setAttribute("aria-pressed", String(this.isOn));
        for (const element of this.tracks) {
            const wanted = this.isOn && element === this.track ? mode : "disabled";
            if (element.track.mode !== wanted) element.track.mode = wanted;
        }
        this.paint();
    }

    follow() {
        const shown = this.tracks.find((element) => element.track.mode === "showing");
        if (!shown || this.mode === "showing") return;
        this.track = shown;
        this.turn(true);
    }

    paint() {
        const cues = this.isOn && this.mode === "hidden" ? [...(this.track?.track.activeCues ?? [])] : [];
        this.overlay.lang = this.track?.srclang ?? "";
        this.overlay.replaceChildren(...cues.map((cue) => {
            const line = document.createElement("p");
            line.append(cue.getCueAsHTML());
            return line;
        }));
    }
};
