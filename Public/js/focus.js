// An error summary takes the focus. It has `autofocus`, which browsers leave aside when the address has a fragment.
{
    const subject = document.querySelector("[data-focus]");
    if (subject && !subject.contains(document.activeElement)) subject.focus();
}
