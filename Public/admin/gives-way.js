// A picture that can't be had gives way to the words that are ready behind it, or to nothing.
{
    const giveWay = (image) => {
        const part = image.closest?.("[data-gives-way]");
        if (!part) return;
        if (part.nextElementSibling?.matches("[data-instead]")) part.nextElementSibling.hidden = false;
        part.remove();
    };
    document.addEventListener("error", (event) => giveWay(event.target), true); // It does not bubble.
    for (const image of document.querySelectorAll("img[data-gives-way], [data-gives-way] img")) if (image.complete && !image.naturalWidth) giveWay(image);
}
