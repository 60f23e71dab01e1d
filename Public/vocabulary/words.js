// Words that are said when they are touched, and reviewing them by keyboard. In the list, whoever acts on a word stays there.
{
    const MARKED = 900; // milliseconds for which a word that was said is marked
    const canSpeak = Boolean(window.speechSynthesis);
    // Voices come late, and only to those who ask.
    window.speechSynthesis?.getVoices();

    const say = (button) => {
        Storytime.Titles.say(button.dataset.say, button.dataset.language);
        button.setAttribute("data-said", "");
        setTimeout(() => button.removeAttribute("data-said"), MARKED);
    };
    for (const button of document.querySelectorAll("[data-say]")) {
        if (canSpeak) button.hidden = false;
        button.addEventListener("click", () => say(button));
    }

    // A form of the list leads back to its word, which has the focus then. What is on the screen stays where it was.
    const STAY = "storytime.words";
    const place = () => location.pathname + location.search;
    if (document.querySelector("[data-rows]")) {
        document.addEventListener("submit", (event) => {
            if (event.target.querySelector("[data-rows]")) sessionStorage.setItem(STAY, JSON.stringify([place(), scrollY]));
        });
        const [was, top] = JSON.parse(sessionStorage.getItem(STAY) ?? "[]");
        sessionStorage.removeItem(STAY);
        if (was === place() && location.hash.startsWith("#word-")) addEventListener("load", () => scrollTo({ top, behavior: "instant" }));
    }

    // The clock of a step that isn't over yet.
    const wait = document.querySelector("[data-wait]");
    if (wait) setTimeout(() => { wait.textContent = "The next word is ready."; }, Number(wait.dataset.wait) * 1000);

    const card = document.getElementById("word-card");
    const keys = document.querySelector(".word-keys");
    const undo = document.querySelector("[data-review-undo]");
    if (keys && (card || undo)) start();

    function start() {
        const back = card?.querySelector("details");
        const grades = [...document.querySelectorAll(".word-grades button")];
        let isSent = false;
        keys.hidden = false;
        // Space again is the answer that most give.
        back?.addEventListener("toggle", () => { if (back.open) grades[2].focus(); });
        // Whether somebody can see what they answer.
        const isShown = () => back?.open === true && grades[0].getClientRects().length > 0;

        // As everywhere, keys can be turned off (WCAG 2.1.4).
        const isOn = () => {
            try { return localStorage.getItem("storytime.shortcuts") !== "off"; } catch { return true; }
        };
        document.addEventListener("keydown", (event) => {
            if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat || !isOn()) return;
            if (document.querySelector("dialog:modal") || event.target.closest?.("input, select, textarea")) return;
            if (event.key === " " && card && !back.open) {
                // On a control the browser does what it is for.
                if (event.target.closest?.("a, button, summary")) return;
                back.open = true;
            } else if (isShown() && ["1", "2", "3", "4"].includes(event.key)) {
                if (isSent) return;
                isSent = true;
                grades[Number(event.key) - 1].click();
            } else if (event.key === "u" && undo) {
                if (isSent) return;
                isSent = true;
                undo.click();
            } else if (event.key === "h" && card && canSpeak) {
                say(card.querySelector("[data-say]"));
            } else return;
            event.preventDefault();
        });
        // A second press counts for nothing; a page that comes back may be answered again.
        addEventListener("pageshow", () => { isSent = false; });
    }
}
