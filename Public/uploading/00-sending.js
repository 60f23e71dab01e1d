// How files go in parts, so that what a bad connection or a reload has broken off goes on where it stopped.
"use strict";

const Sending = {
    part: 8 * 1024 * 1024,
    // Seconds before the next attempt, the more failures the longer.
    pauses: [1, 2, 5, 10, 30],

    // What is wrong with the server until somebody fixes it there.
    lasting: new Set(["disk_full", "no_space", "folder_not_writable", "database_read_only", "database_damaged"]),

    // One request; `tell` hears how many bytes of it have left. Rejects with nothing where trying again at once is of use; otherwise with a message, and whether this file is never taken.
    ask: (current, method, url, body, offset, tell) => new Promise((resolve, reject) => {
        const request = new XMLHttpRequest();
        current.request = request;
        request.open(method, url);
        request.setRequestHeader("Accept", "application/json");
        if (offset !== undefined) request.setRequestHeader("Upload-Offset", offset);
        request.timeout = 120_000;
        request.upload.onprogress = (event) => tell?.(event.loaded);
        request.onerror = request.ontimeout = request.onabort = () => reject();
        request.onload = () => {
            if (request.status < 300) return resolve(request);
            let error = { message: `The server answered ${request.status}.` };
            try {
                error = JSON.parse(request.responseText).error;
            } catch {
                // A proxy's page.
            }
            const passes = request.status === 409 || (request.status >= 500 && !Sending.lasting.has(error.code));
            reject(passes ? undefined : { message: error.message, isFinal: request.status === 400 || request.status === 413 });
        };
        request.send(body);
    }),

    // A whole file, from where an earlier attempt stopped; answers with the address where it went.
    send: async (file, current, url, show) => {
        const begin = new URLSearchParams({ name: file.name, size: file.size, modified: file.lastModified });
        const upload = JSON.parse((await Sending.ask(current, "POST", url, begin)).responseText);
        current.href = upload.href;
        for (let done = upload.offset; done < file.size;) {
            show(done);
            const answer = await Sending.ask(current, "PATCH", upload.href, file.slice(done, done + Sending.part), done, (sent) => show(done + sent));
            done = Number(answer.getResponseHeader("Upload-Offset"));
            current.failures = 0;
        }
        show(file.size);
        return (await Sending.ask(current, "POST", `${upload.href}/finish`, "")).getResponseHeader("Location");
    },

    // The same until it has arrived, was canceled (nothing) or can't be (throws a message).
    insist: async (file, current, url, show, words) => {
        current.failures = 0;
        while (!current.isCancelled) {
            try {
                return await Sending.send(file, current, url, show);
            } catch (reason) {
                if (current.isCancelled) return;
                if (reason) throw reason;
                words();
                await new Promise((resolve) => setTimeout(resolve, Sending.pauses[Math.min(current.failures++, Sending.pauses.length - 1)] * 1000));
            }
        }
    },

    cancel: (current) => {
        current.isCancelled = true;
        current.request?.abort();
        if (current.href) fetch(`${current.href}/cancel`, { method: "POST" });
    },

    lost: "Connection lost. The part that arrived is kept, and the rest will be sent again.",
};
