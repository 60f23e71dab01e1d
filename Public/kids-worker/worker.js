// The service worker of Kids Mode: without a network, a drawn page says so. It keeps that page and what it needs, and nothing
// of anybody's. Whatever goes wrong in here, the browser does what it would do without.
const CACHE = "kids-offline-1";
const PAGE = "/kids/offline";

const fill = async () => {
    const answer = await fetch(PAGE, { cache: "no-store" });
    if (!answer.ok || answer.redirected) throw new Error("No page to keep.");
    const text = await answer.clone().text();
    const parts = [...text.matchAll(/(?:href|src)="(\/(?:css|img|js)\/[^"#]+)/g)].map((match) => match[1]);
    const cache = await caches.open(CACHE);
    await cache.put(PAGE, answer);
    await cache.addAll([...new Set(parts)]);
};

addEventListener("install", (event) => {
    // What a page sends as it goes would otherwise wait for this worker, and be dropped with the page.
    event.addRoutes?.({ condition: { requestMethod: "POST" }, source: "network" });
    event.waitUntil(fill().then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
    const clean = async () => {
        for (const name of await caches.keys()) if (name.startsWith("kids-") && name !== CACHE) await caches.delete(name);
        await clients.claim();
    };
    event.waitUntil(clean());
});

const kept = async (request) => (await caches.open(CACHE)).match(request);

addEventListener("fetch", (event) => {
    const { request } = event;
    if (request.method !== "GET") return;
    const isPage = request.mode === "navigate";
    if (!isPage && !/^\/(css|img|js)\//.test(new URL(request.url).pathname)) return;
    event.respondWith(
        fetch(request).catch(async (error) => {
            const answer = await kept(isPage ? PAGE : request).catch(() => undefined);
            if (answer) return answer;
            throw error;
        }),
    );
});
