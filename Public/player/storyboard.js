// Small pictures of a film, a tile of a large one for every few seconds: a WebVTT file says which part of which picture.
Storytime.Storyboard = class {
    pictures = [];

    async open(href) {
        this.close();
        if (!href) return;
        this.href = href;
        try {
            const answer = await fetch(href);
            const text = answer.ok ? await answer.text() : "";
            if (this.href === href) this.pictures = Storytime.Storyboard.parse(text, new URL(href, location.href));
        } catch { /* The bar does without. */ }
    }

    close() {
        this.href = undefined;
        this.pictures = [];
    }

    // The picture of a moment.
    at(seconds) {
        return this.pictures.findLast((picture) => picture.start <= seconds);
    }

    static parse(text, base) {
        const seconds = (time) => time.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
        const pictures = [];
        for (const block of text.replaceAll("\r\n", "\n").split(/\n{2,}/)) {
            const time = /^(?:.*\n)?((?:\d+:)?\d\d:\d\d\.\d{3})[ \t]+-->.*\n(\S+)#xywh=(\d+),(\d+),(\d+),(\d+)/.exec(block);
            if (!time) continue;
            const [x, y, width, height] = time.slice(3).map(Number);
            pictures.push({ start: seconds(time[1]), href: new URL(time[2], base).href, x, y, width, height });
        }
        return pictures;
    }

    // Shows the picture of a moment in an element that is as wide as it likes.
    show(seconds, element) {
        const picture = this.at(seconds);
        element.hidden = !picture;
        if (!picture) return;
        Object.assign(element.style, {
            width: `${picture.width}px`,
            height: `${picture.height}px`,
            backgroundImage: `url("${picture.href}")`,
            backgroundPosition: `-${picture.x}px -${picture.y}px`,
        });
    }
};
