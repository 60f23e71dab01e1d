// Kids Mode takes the whole browser: pages of the console that are open elsewhere, or that Back would bring from memory, give
// way to it. A page is hidden as it goes, so that nothing of it is seen before it knows better.
{
    const channel = "BroadcastChannel" in window ? new BroadcastChannel("storytime") : undefined;
    channel?.addEventListener("message", (event) => {
        if (event.data !== "locked") return;
        Storytime.forgetTyped?.();
        location.replace("/kids");
    });
    addEventListener("pagehide", () => {
        document.documentElement.hidden = true;
    });
    addEventListener("pageshow", (event) => {
        if (event.persisted) location.reload();
        else document.documentElement.hidden = false;
    });
}
