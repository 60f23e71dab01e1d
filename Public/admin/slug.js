// Shows the slug that the server will make from the name, as long as none is typed. Nothing is filled in:
// the server's folding is the one that counts.
{
    const LETTERS = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i" };

    const slug = (name) => name
        .toLowerCase()
        .replace(/[ßæœøłđðþı]/g, (letter) => LETTERS[letter])
        .normalize("NFKD")
        .replace(/\p{M}/gu, "")
        .replace(/[^a-z0-9]+/g, "-")
        .replace(/^-|-$/g, "");

    for (const pair of document.querySelectorAll("[data-slug-from]")) {
        const from = document.getElementById(pair.dataset.slugFrom);
        const to = document.getElementById(pair.dataset.slugTo);
        const suggest = () => { to.placeholder = slug(from.value); };
        from.addEventListener("input", suggest);
        suggest();
    }
}
