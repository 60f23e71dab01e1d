// Says the title of a story whose cover is touched or has the keyboard's focus, with the browser's own voices.
{
    const PATIENCE = 8000; // milliseconds: some voices stop without a word
    const LONGEST = 80; // characters

    let spoken; // Kept, or its end may never come.
    let watchdog;

    Storytime.Titles = {
        hush() {
            clearTimeout(watchdog);
            this.isHushed = true;
            setTimeout(() => { this.isHushed = false; });
            // A voice that hasn't begun yet would begin over the story.
            const { speechSynthesis: voices } = window;
            if (voices?.speaking || voices?.pending) voices.cancel();
        },

        say(title, language) {
            if (!window.speechSynthesis || this.isHushed) return;
            clearTimeout(watchdog);
            if (speechSynthesis.speaking || speechSynthesis.pending) speechSynthesis.cancel();
            spoken = new SpeechSynthesisUtterance(title.slice(0, LONGEST));
            spoken.lang = language || document.documentElement.lang;
            spoken.voice = this.voice(spoken.lang);
            speechSynthesis.speak(spoken);
            watchdog = setTimeout(() => speechSynthesis.cancel(), PATIENCE);
        },

        // One that is on the device before one that needs the network, and the exact language before its relatives.
        voice(language) {
            const tag = (text) => text.replace("_", "-").toLowerCase();
            const base = (text) => tag(text).split("-")[0];
            const rank = (voice) => (tag(voice.lang) === tag(language) ? 4 : 0) + (voice.localService ? 2 : 0) + (voice.default ? 1 : 0);
            return speechSynthesis.getVoices().filter((voice) => base(voice.lang) === base(language))
                .sort((a, b) => rank(b) - rank(a))[0] ?? null;
        },
    };

    const shelf = document.querySelector(".kids-shelf[data-speaks]");
    if (shelf) {
        const say = (event) => {
            const cover = event.target.closest?.(".kids-cover");
            if (cover) Storytime.Titles.say(cover.dataset.title, cover.dataset.language);
        };
        shelf.addEventListener("pointerdown", say);
        shelf.addEventListener("focusin", (event) => {
            if (event.target.matches(":focus-visible")) say(event);
        });
        // The story itself has the word from its first sound.
        document.getElementById("stage")?.querySelector("video").addEventListener("playing", () => Storytime.Titles.hush());
        // Voices come late, and only to those who ask.
        window.speechSynthesis?.getVoices();
    }
}
