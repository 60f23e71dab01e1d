// A cover from elsewhere that can't be had gives way to the drawn one that is ready below it.
{
    const giveWay = (image) => {
        if (!image.matches?.(".cover.has-picture > img[referrerpolicy]")) return;
        image.parentElement.classList.remove("has-picture");
        image.remove();
    };
    document.addEventListener("error", (event) => giveWay(event.target), true); // It does not bubble.
    for (const image of document.querySelectorAll(".cover > img")) if (image.complete && !image.naturalWidth) giveWay(image);
}
