// The pictures of the categories as the server lists them: fetched in slices when they are near, and kept.
{
    const SLICE = 60; // as many as the server sends

    Storytime.Pictures = class {
        // `categories` have a `key` and a `count`, which follows what the server says.
        constructor(path, categories) {
            this.path = path;
            this.categories = categories;
            this.kept = categories.map(() => []);
            this.asked = categories.map(() => new Map());
        }

        get counts() {
            return this.categories.map(({ count }) => count);
        }

        // The picture if it is here already.
        peek(category, index) {
            return this.kept[category][index];
        }

        // The picture, or nothing if there is none.
        async find(category, index) {
            if (index < 0 || index >= this.categories[category].count) return undefined;
            if (!this.peek(category, index)) await this.slice(category, Math.floor(index / SLICE) * SLICE);
            return this.peek(category, index);
        }

        // Fetches those from a place on; a second question waits for the same answer.
        slice(category, from) {
            const asked = this.asked[category];
            if (!asked.has(from)) asked.set(from, this.fetch(category, from).catch(() => asked.delete(from)));
            return asked.get(from);
        }

        async fetch(category, from) {
            const { key } = this.categories[category];
            const answer = await fetch(`${this.path}/${key}/pictures?from=${from}`, { headers: { Accept: "application/json" } });
            // Nothing of a category is left for the child if a parent has hidden it meanwhile.
            if (answer.status === 404) this.categories[category].count = 0;
            if (!answer.ok) throw new Error("There are no pictures.");
            const { count, pictures } = await answer.json();
            this.categories[category].count = count;
            pictures.forEach((picture, index) => { this.kept[category][from + index] = picture; });
        }
    };
}
