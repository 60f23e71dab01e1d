// Who listens: the browser's own speech recognition, which gives words, or the microphone in pieces of a few seconds for the
// transcription service.
{
    const PIECE = 6000; // milliseconds
    const RATE = 16_000; // values a second, which is what models for speech listen to
    const QUIET = 0.01; // the loudest value of a piece in which nothing is said
    const AGAIN = 250; // milliseconds until a recognition that ended by itself begins again
    const SHORT = 1000; // one that ends sooner than that ended for a reason
    const MOST_SHORT = 6;
    const PATIENCE = 3000; // milliseconds for the last words after the button was pressed

    const TROUBLE = {
        "not-allowed": "The browser wasn’t allowed to use the microphone. Allow it in the settings of this page, then start again.",
        "service-not-allowed": "This browser doesn’t allow speech recognition here. Choose the transcription service, or another browser.",
        "audio-capture": "No microphone was found. Connect one, then start again.",
        network: "The browser’s speech recognition can’t be reached. Check the connection, or choose the transcription service.",
        "language-not-supported": "This browser doesn’t recognize that language. Choose another one.",
    };

    Storytime.LiveRecognition = class {
        static get kind() { return window.SpeechRecognition ?? window.webkitSpeechRecognition; }

        // Whether the browser can do it on this device, so that no sound leaves it.
        static async isLocal(language) {
            try {
                return await this.kind?.available?.({ langs: [language], processLocally: true }) === "available";
            } catch {
                return false;
            }
        }

        // `heard` gets what is certain with its times, `guess` what isn't yet, `fail` why it stopped.
        constructor({ language, isLocal, now, heard, guess, fail }) {
            Object.assign(this, { language, isLocal, now, heard, guess, fail });
            this.short = 0;
        }

        async start() {
            this.isOn = true;
            this.listen();
        }

        listen() {
            const recognition = new Storytime.LiveRecognition.kind();
            Object.assign(recognition, { lang: this.language, continuous: true, interimResults: true, maxAlternatives: 1 });
            if (this.isLocal) recognition.processLocally = true;
            recognition.onresult = (event) => this.take(event);
            recognition.onerror = ({ error }) => {
                if (error === "no-speech" || error === "aborted") return;
                this.isOn = false;
                this.fail(TROUBLE[error] ?? "The browser’s speech recognition failed. Please start again.");
            };
            recognition.onend = () => this.end();
            this.recognition = recognition;
            this.began = performance.now();
            try {
                recognition.start();
            } catch {
                this.isOn = false;
                this.fail(TROUBLE["service-not-allowed"]);
            }
        }

        take(event) {
            let guess = "";
            this.since ??= this.now();
            for (let index = event.resultIndex; index < event.results.length; index += 1) {
                const result = event.results[index];
                const text = String(result[0]?.transcript ?? "").trim();
                if (!result.isFinal) guess += `${text} `;
                else if (text) {
                    this.heard(text, this.since, this.now());
                    this.since = undefined;
                }
            }
            this.last = guess.trim();
            if (!this.last) this.since = undefined;
            this.guess(this.last);
        }

        end() {
            // What was never confirmed was said all the same.
            if (this.last) this.heard(this.last, this.since ?? this.now(), this.now());
            this.last = "";
            this.since = undefined;
            this.guess("");
            this.ended?.();
            if (!this.isOn) return;
            this.short = performance.now() - this.began < SHORT ? this.short + 1 : 0;
            if (this.short >= MOST_SHORT) {
                this.isOn = false;
                this.fail("The browser stopped listening. Please start again.");
            } else setTimeout(() => { if (this.isOn) this.listen(); }, AGAIN);
        }

        // Waits for the last words.
        async stop() {
            this.isOn = false;
            await new Promise((done) => {
                this.ended = done;
                setTimeout(done, PATIENCE);
                try { this.recognition.stop(); } catch { done(); }
            });
            this.ended = undefined;
            this.recognition.onresult = this.recognition.onend = null;
            if (this.last) this.end();
        }
    };

    Storytime.LiveRecording = class {
        // `sound` gets each piece with its times.
        constructor({ now, sound, fail }) {
            Object.assign(this, { now, sound, fail });
            this.pieces = new Set(); // those that are being made
        }

        async start() {
            try {
                this.stream = await navigator.mediaDevices.getUserMedia({ audio: true });
            } catch (error) {
                throw new Error(TROUBLE[error.name === "NotFoundError" ? "audio-capture" : "not-allowed"]);
            }
            this.isOn = true;
            // Unplugged, or taken back in the browser's own settings.
            for (const track of this.stream.getTracks()) track.onended = () => { if (this.isOn) this.fail("The microphone was disconnected. Reconnect it, then start again."); };
            this.record();
        }

        // The next piece begins before this one ends, so that no word is lost between them.
        record() {
            const recorder = new MediaRecorder(this.stream);
            const parts = [];
            const start = this.now();
            recorder.ondataavailable = ({ data }) => parts.push(data);
            const made = new Promise((done) => {
                recorder.onstop = async () => {
                    const end = this.now();
                    const sound = await speech(new Blob(parts, { type: recorder.mimeType }));
                    if (sound) this.sound(sound, start, end);
                    done();
                };
            });
            this.pieces.add(made);
            made.then(() => this.pieces.delete(made));
            recorder.start();
            this.recorder = recorder;
            this.timer = setTimeout(() => {
                if (this.isOn) this.record();
                if (recorder.state !== "inactive") recorder.stop();
            }, PIECE);
        }

        async stop() {
            this.isOn = false;
            clearTimeout(this.timer);
            if (this.recorder && this.recorder.state !== "inactive") this.recorder.stop();
            await Promise.all(this.pieces);
            for (const track of this.stream?.getTracks() ?? []) track.stop();
        }
    };

    // As WAV, which every service reads; undefined if nothing is said. What can't be decoded here is sent as it is.
    async function speech(blob) {
        let buffer;
        try {
            buffer = await new OfflineAudioContext(1, 1, RATE).decodeAudioData(await blob.arrayBuffer());
        } catch {
            return blob.size ? blob : undefined;
        }
        const channels = Array.from({ length: buffer.numberOfChannels }, (_, index) => buffer.getChannelData(index));
        const values = new Int16Array(buffer.length);
        let loudest = 0;
        for (let index = 0; index < values.length; index += 1) {
            let sum = 0;
            for (const channel of channels) sum += channel[index];
            const value = Math.max(-1, Math.min(1, sum / channels.length));
            loudest = Math.max(loudest, Math.abs(value));
            values[index] = value * 0x7fff;
        }
        return loudest < QUIET ? undefined : wav(values);
    }

    // A WAV file of one channel: its head of 44 bytes, then the values.
    function wav(values) {
        const head = new DataView(new ArrayBuffer(44));
        const word = (at, text) => [...text].forEach((letter, index) => head.setUint8(at + index, letter.charCodeAt(0)));
        const size = values.length * 2;
        word(0, "RIFF");
        head.setUint32(4, 36 + size, true);
        word(8, "WAVEfmt ");
        head.setUint32(16, 16, true);
        head.setUint16(20, 1, true);
        head.setUint16(22, 1, true);
        head.setUint32(24, RATE, true);
        head.setUint32(28, RATE * 2, true);
        head.setUint16(32, 2, true);
        head.setUint16(34, 16, true);
        word(36, "data");
        head.setUint32(40, size, true);
        return new Blob([head, values], { type: "audio/wav" });
    }
}
