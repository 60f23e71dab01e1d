// A name that nothing else has. crypto.randomUUID would do, but needs HTTPS.
Storytime.name = () => [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
