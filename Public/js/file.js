// Says how many rows of a file there are so far while it is made and read. Whatever goes wrong is left to the link itself.
{
    const numbers = new Intl.NumberFormat("en-GB");

    // Line ends between quotes are no rows.
    function rowsIn(bytes, state) {
        for (const byte of bytes) {
            if (byte === 34) state.isQuoted = !state.isQuoted;
            else if (byte === 10 && !state.isQuoted) state.rows += 1;
        }
    }

    // RFC 6266 §4.3: the name in all letters, or the one in those of ASCII.
    function nameOf(answer) {
        const disposition = answer.headers.get("Content-Disposition");
        const full = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1];
        return full ? decodeURIComponent(full) : (/filename="([^"]+)"/.exec(disposition)?.[1] ?? "storytime.csv");
    }

    async function save(link, note) {
        const answer = await fetch(link.href);
        if (!answer.ok || answer.redirected) throw new Error("there is no file");
        const total = Number(answer.headers.get("Storytime-Rows"));
        const reader = answer.body.getReader();
        const state = { rows: -1, isQuoted: false };
        const parts = [];
        let told = 0;
        for (let part = await reader.read(); !part.done; part = await reader.read()) {
            parts.push(part.value);
            rowsIn(part.value, state);
            // Once a second: it is read out.
            if (Date.now() - told < 1000) continue;
            told = Date.now();
            note.textContent = `${numbers.format(state.rows)}${total ? ` of about ${numbers.format(total)}` : ""} rows`;
        }
        const file = document.createElement("a");
        file.href = URL.createObjectURL(new Blob(parts, { type: "text/csv" }));
        file.download = nameOf(answer);
        file.click();
        setTimeout(() => URL.revokeObjectURL(file.href), 60000);
        note.textContent = `${numbers.format(state.rows)} rows`;
    }

    document.addEventListener("click", (event) => {
        const link = event.target.closest("a[data-file]");
        if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        if (link.ariaBusy) return;
        link.ariaBusy = "true";
        const note = document.createElement("output");
        note.className = "hint";
        link.nextElementSibling?.matches("output.hint") ? link.nextElementSibling.replaceWith(note) : link.after(note);
        save(link, note).catch(() => { location.href = link.href; }).finally(() => { link.ariaBusy = null; });
    });
}
