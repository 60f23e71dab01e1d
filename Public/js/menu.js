// Menus that are disclosures (`menu`, `menu-plain`) close as menus do: by Escape, which gives the focus back, and when
// somebody goes on elsewhere. Those with arrow keys are `menu-button`.
{
    const open = () => document.querySelectorAll("details:is(.menu, .menu-plain)[open]");

    document.addEventListener("keydown", (event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        for (const menu of open()) {
            if (menu.contains(document.activeElement) || document.activeElement === document.body) menu.querySelector("summary").focus();
            menu.open = false;
            event.preventDefault();
        }
    });
    // After the click: the page moves when the one at its head closes, and the pointer would miss what it meant.
    document.addEventListener("click", (event) => {
        for (const menu of open()) if (!menu.contains(event.target)) menu.open = false;
    });
    document.addEventListener("focusin", (event) => {
        for (const menu of open()) if (menu.matches(".menu-plain") && !menu.contains(event.target)) menu.open = false;
    });
}
