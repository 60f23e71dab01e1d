// The service worker of Kids Mode: without a network, it shows the stories that are packed for a journey, or else a drawn page
// that says so. Besides those stories it keeps that page and what it needs, and nothing of anybody's. Whatever goes wrong in
// here, the browser does what it would do without.
const CACHE = "kids-offline-2";
const PAGE = "/kids/offline";

// A page, and the files that it needs; those of the page before go.
async function keepPage(name, page) {
    const answer = await fetch(page, { cache: "no-store" });
    if (!answer.ok || answer.redirected) throw new Error("No page to keep.");
    const text = await answer.clone().text();
    const parts = new Set([...text.matchAll(/(?:href|src)="(\/(?:css|img|js)\/[^"#]+)/g)].map((match) => match[1]));
    const cache = await caches.open(name);
    const kept = (await cache.keys()).map(({ url }) => new URL(url).pathname).filter(isFile);
    await cache.addAll([...parts].filter((part) => !kept.includes(part)));
    await cache.put(page, answer);
    for (const part of kept) if (!parts.has(part)) await cache.delete(part);
}

const isFile = (path) => /^\/(css|img|js)\//.test(path);

addEventListener("install", (event) => {
    // What a page sends as it goes would otherwise wait for this worker, and be dropped with the page.
    event.addRoutes?.({ condition: { requestMethod: "POST" }, source: "network" });
    event.waitUntil(keepPage(CACHE, PAGE).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
    const isCurrent = (name) => [CACHE, SHELF_CACHE].includes(name) || name.startsWith(FILM_CACHES);
    const clean = async () => {
        for (const name of await caches.keys()) if (name.startsWith("kids-") && !isCurrent(name)) await caches.delete(name);
        await clients.claim();
    };
    event.waitUntil(clean());
});

const page = async () => (await keptShelf().catch(() => undefined)) ?? caches.match(PAGE);

const withoutNetwork = {
    page,
    file: ({ pathname }) => caches.match(pathname),
    story: ({ pathname }) => keptStory(pathname.split("/")[3]),
};

addEventListener("fetch", (event) => {
    const { request } = event;
    const url = new URL(request.url);
    if (request.method !== "GET" || url.origin !== location.origin) return;
    const path = url.pathname;
    if (path.startsWith("/kids/kept/")) {
        event.respondWith(keptFile(request, url).catch(() => fetch(request)));
        return;
    }
    const kind = request.mode === "navigate" ? "page" : isFile(path) ? "file" : path.startsWith("/kids/stories/") && "story";
    if (!kind) return;
    event.respondWith(
        fetch(request).catch(async (error) => {
            const answer = await Promise.resolve(withoutNetwork[kind](url)).catch(() => undefined);
            if (answer) return answer;
            throw error;
        }),
    );
});
