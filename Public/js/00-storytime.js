// Scripts make the console quicker, never necessary: every page works without them. The files of this folder are joined
// in the order of their names; each of the others is a block that looks for its own elements and does nothing without them.
"use strict";

// What the blocks share.
const Storytime = {
    // The drawing `name` of the sprite that this page uses.
    icon(name) {
        const sprite = document.querySelector("use").getAttribute("href").split("#")[0];
        const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
        const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
        svg.setAttribute("class", "icon");
        svg.setAttribute("aria-hidden", "true");
        use.setAttribute("href", `${sprite}#${name}`);
        svg.append(use);
        return svg;
    },

    calm: matchMedia("(prefers-reduced-motion: reduce)").matches,
};
