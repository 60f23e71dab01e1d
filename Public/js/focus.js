// An error summary takes the focus. It has `autofocus`, which browsers leave aside when the address has a fragment;
// they are given the time to do it, because they complain about a script that was quicker.
{
    const PATIENCE = 150;
    const subject = document.querySelector("[data-focus]");
    const take = () => {
        if (document.activeElement === document.body) subject.focus();
    };
    if (subject) addEventListener("load", () => setTimeout(take, PATIENCE));
}
