// Stories that are packed for a journey: kept on the device, and played from there. The server says which ones, and until when;
// whatever it doesn't name any more goes, and so does everything once Kids Mode has ended here. A film is kept in pieces, so that
// one can be fetched bit by bit and none is ever in memory as a whole. Nothing in here has anybody's name.
const SHELF_CACHE = "kids-kept-1"; // the index, and the page with the shelf
const FILM_CACHES = "kids-film-1-"; // and for each story a cache of its own
const INDEX = "/kids/kept/index";
const MANIFEST = "/kids/journey";
const SHELF = "/kids/journey/shelf";
const PIECE = 4 * 2 ** 20; // bytes
const SPARE = 20 * 2 ** 20; // bytes that are left free
const SET_BACK = 600_000; // milliseconds by which a clock may be put right
const FRESH = 3_600_000; // milliseconds for which covers, captions and a report are good
const FULL = "QuotaExceededError";
const TICK = 60_000; // milliseconds after which the time is noted again
const LOOKS = [1000, 3000, 8000]; // milliseconds from one look to the next at whether Kids Mode has ended

const isOver = (status) => [401, 403, 404].includes(status);
const cacheOf = (book) => caches.open(FILM_CACHES + book);
const hrefOf = (book, name) => `/kids/kept/${book}/${name}`;

// MARK: The index

let changes = Promise.resolve();

async function index() {
    const kept = await (await caches.open(SHELF_CACHE)).match(INDEX);
    return kept ? kept.json() : { stories: {} };
}

// One change after the other; nothing in one waits for the network.
function change(act) {
    const made = changes.then(async () => {
        const now = await index();
        await act(now);
        await (await caches.open(SHELF_CACHE)).put(INDEX, new Response(JSON.stringify(now)));
        return now;
    });
    changes = made.catch(() => {});
    return made;
}

// Between two messages the clock may be set back: then nobody knows how late it is, and nothing plays until the server says so.
const isTimeKnown = ({ seen = 0 }) => Date.now() >= seen - SET_BACK;
const isThere = (now, story) => Boolean(story) && now.isOpen && isTimeKnown(now) && story.state === "kept" && Date.now() < story.until;

// Drops what is past its date, and notes the time.
async function sweep() {
    const now = await index();
    const isPast = (story) => isTimeKnown(now) && Date.now() >= story.until;
    const hasPast = Object.values(now.stories).some(isPast);
    if (!now.child || !(hasPast || Date.now() >= (now.seen ?? 0) + TICK)) return now;
    return change(async (now) => {
        if (!isTimeKnown(now)) return;
        now.seen = Math.max(now.seen ?? 0, Date.now());
        for (const story of Object.values(now.stories).filter((story) => Date.now() >= story.until)) await drop(now, story.book);
    });
}

async function drop(now, book) {
    delete now.stories[book];
    await caches.delete(FILM_CACHES + book);
}

async function forget() {
    await change(async (now) => {
        for (const name of await caches.keys()) if (name.startsWith(FILM_CACHES)) await caches.delete(name);
        for (const name of Object.keys(now)) delete now[name];
        now.stories = {};
        await (await caches.open(SHELF_CACHE)).delete(SHELF);
    });
}

// MARK: What the server wants

let turn = 0; // of the last who asked the server: whoever asked before stops

async function sync() {
    turn += 1;
    const mine = turn;
    let answer;
    try {
        answer = await fetch(MANIFEST, { headers: { Accept: "application/json" }, cache: "no-store", redirect: "error" });
    } catch {
        return sweep();
    }
    if (isOver(answer.status)) return forget();
    if (!answer.ok) return sweep();
    const manifest = await answer.json();
    if (turn !== mine) return undefined;
    await take(manifest);
    await tell();
    await report();
    return fetchAll(mine);
}

async function take({ child, now: serverNow, stories }) {
    const ahead = Date.now() - serverNow * 1000; // by which our clock differs
    if (!stories.length) return forget();
    return change(async (now) => {
        if (now.child !== child) now.reported = undefined;
        const wanted = new Map(stories.map((story) => [String(story.book), story]));
        for (const { book, version } of Object.values(now.stories)) {
            if (now.child !== child || wanted.get(String(book))?.version !== version) await drop(now, book);
        }
        Object.assign(now, { child, isOpen: true, seen: Date.now() });
        for (const [order, story] of stories.entries()) {
            now.stories[story.book] = { state: "waiting", ...now.stories[story.book], ...story, order, until: story.until * 1000 + ahead };
        }
        const names = new Set(Object.keys(now.stories).map((book) => FILM_CACHES + book));
        for (const name of await caches.keys()) if (name.startsWith(FILM_CACHES) && !names.has(name)) await caches.delete(name);
    });
}

async function fetchAll(mine) {
    const { stories } = await index();
    const isMine = () => turn === mine;
    const set = (book, more) => isMine() && change((now) => Object.assign(now.stories[book] ?? {}, more));
    if (!Object.keys(stories).length) return;
    try {
        await keepPage(SHELF_CACHE, SHELF);
    } catch { /* The one before does. */ }
    for (const story of Object.values(stories).sort((a, b) => a.order - b.order)) {
        if (!isMine()) return;
        try {
            if (!(Date.now() - story.dressedAt < FRESH)) {
                await dress(story);
                await set(story.book, { dressedAt: Date.now() });
            }
            if (story.state === "kept") continue;
            await fetchFilm(story, isMine);
            await set(story.book, { state: "kept" });
            await tell();
            await report();
        } catch (error) {
            if (!isMine()) return;
            const isFull = error.name === FULL;
            if (isFull) await caches.delete(FILM_CACHES + story.book);
            await set(story.book, isFull ? { state: "full", dressedAt: 0 } : { state: "waiting" });
            await report();
        }
    }
}

const have = async (href) => {
    const answer = await fetch(href, { redirect: "error" });
    if (!answer.ok) throw new Error(`${href}: ${answer.status}`);
    return answer;
};

// The cover, the captions, and what the player asks for, with the addresses that these have here.
async function dress({ book, cover, story }) {
    const cache = await cacheOf(book);
    const captions = [];
    for (const [number, track] of story.captions.entries()) {
        const url = hrefOf(book, `captions-${number}.vtt`);
        await cache.put(url, await have(track.url));
        captions.push({ ...track, url });
    }
    if (cover) await cache.put(hrefOf(book, "cover"), await have(cover));
    const kept = { ...story, captions, film: hrefOf(book, "film"), source_count: 1, expires_at: null, poster: null, storyboard: null };
    await cache.put(hrefOf(book, "story"), new Response(JSON.stringify(kept), { headers: { "Content-Type": "application/json" } }));
}

async function fetchFilm({ book, film, bytes, version }, isMine) {
    const cache = await cacheOf(book);
    const isKept = await Promise.all(Array.from({ length: Math.ceil(bytes / PIECE) }, (_, number) => cache.match(hrefOf(book, number))));
    const missing = isKept.flatMap((piece, number) => (piece ? [] : [number]));
    const { usage = 0, quota = Infinity } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {};
    if (missing.length && missing.length * PIECE + SPARE > quota - usage) throw new DOMException("There is no room for it.", FULL);
    for (const number of missing) {
        if (!isMine()) throw new Error("Somebody asked again.");
        const from = number * PIECE;
        const to = Math.min(from + PIECE, bytes) - 1;
        const answer = await fetch(film, { headers: { Range: `bytes=${from}-${to}` }, cache: "no-store", redirect: "error" });
        const isRight = answer.status === 206 && answer.headers.get("ETag") === `"${version}"`;
        if (!isRight) throw new Error(`A piece of ${film}: ${answer.status}`);
        await cache.put(hrefOf(book, number), new Response(await answer.blob()));
    }
}

// Parents see what is there, and what isn't.
async function report() {
    const { stories, reported } = await index();
    const { usage = 0, quota } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {};
    const states = Object.values(stories).map(({ book, state }) => ({ book, state }));
    const said = JSON.stringify(states);
    if (!states.length) return;
    if (reported?.said === said && Date.now() - reported.at < FRESH) return;
    // Some browsers promise more room than there is.
    const free = quota === undefined ? undefined : Math.max(0, Math.floor(quota - usage));
    const isPromised = Object.values(stories).some(({ state, bytes }) => state === "full" && bytes < free);
    const body = JSON.stringify({ stories: states, free_bytes: isPromised ? null : free ?? null });
    try {
        const answer = await fetch(MANIFEST, { method: "POST", headers: { "Content-Type": "application/json", Accept: "application/json" }, body });
        if (answer.ok) await change((now) => { now.reported = { said, at: Date.now() }; });
    } catch { /* It is said the next time. */ }
}

// MARK: Pages and their messages

async function tell(client) {
    const now = await index();
    const kept = Object.values(now.stories).filter((story) => isThere(now, story)).map(({ book }) => book);
    const all = client ? [client] : await clients.matchAll({ type: "window" });
    for (const each of all) each.postMessage({ kept, child: now.child });
}

// Somebody enters a PIN, or chooses another child: nothing is shown without a network until the server has said who watches.
async function close() {
    await change((now) => { now.isOpen = false; });
    for (const wait of LOOKS) {
        await new Promise((done) => setTimeout(done, wait));
        await sync();
    }
}

const acts = {
    sync: async (client) => {
        await sweep();
        await tell(client);
        await sync();
        await tell(client);
    },
    look: async (client) => {
        await sweep();
        await tell(client);
    },
    close,
};

addEventListener("message", (event) => {
    event.waitUntil(Promise.resolve(acts[event.data]?.(event.source)).catch(() => {}));
});

// MARK: Answers

// The shelf, if there is anything on it.
async function keptShelf() {
    const now = await sweep();
    if (!Object.values(now.stories).some((story) => isThere(now, story))) return undefined;
    return (await caches.open(SHELF_CACHE)).match(SHELF);
}

async function keptStory(book) {
    const now = await index();
    return isThere(now, now.stories[book]) ? (await cacheOf(book)).match(hrefOf(book, "story")) : undefined;
}

// What has an address of ours comes from here, and where it isn't, from the server, which knows films by the same address.
async function keptFile(request, url) {
    const [, , , book, name] = url.pathname.split("/");
    const now = await sweep();
    const story = now.stories[book];
    if (!isThere(now, story) || !book || url.searchParams.has("again")) return fetch(request);
    const cache = await cacheOf(book);
    const answer = await (name === "film" ? film(request, cache, story) : cache.match(url.pathname));
    return answer ?? fetch(request);
}

// A part of a film (RFC 9110 §14): a whole answer, some browsers refuse. If no end is asked for, it ends with a piece: browsers
// ask for the rest when they come to it.
async function film(request, cache, { book, bytes, type }) {
    const wanted = /^bytes=(\d*)-(\d*)$/.exec(request.headers.get("Range") ?? "");
    const [first, last] = wanted ? wanted.slice(1) : ["0", ""];
    const from = first === "" ? Math.max(0, bytes - Number(last)) : Number(first);
    const end = first === "" || last === "" ? bytes - 1 : Math.min(Number(last), bytes - 1);
    if (from > end) return new Response(null, { status: 416, headers: { "Content-Range": `bytes */${bytes}` } });
    const isOpen = wanted && first !== "" && last === "";
    const to = isOpen ? Math.min(end, (Math.floor(from / PIECE) + 1) * PIECE - 1) : end;
    const parts = [];
    for (let number = Math.floor(from / PIECE); number * PIECE <= to; number += 1) {
        const piece = await cache.match(hrefOf(book, number));
        // The browser has thrown it away: it is fetched again.
        if (!piece) {
            await change((now) => Object.assign(now.stories[book] ?? {}, { state: "waiting" }));
            return undefined;
        }
        parts.push((await piece.blob()).slice(Math.max(0, from - number * PIECE), to + 1 - number * PIECE));
    }
    const headers = { "Content-Type": type, "Content-Length": String(to + 1 - from), "Accept-Ranges": "bytes" };
    if (wanted) headers["Content-Range"] = `bytes ${from}-${to}/${bytes}`;
    return new Response(new Blob(parts), { status: wanted ? 206 : 200, headers });
}
