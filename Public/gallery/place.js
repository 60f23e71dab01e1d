// Where a child is among the photos: a category, the index of a photo in it, and how far it is zoomed in. `counts` has the
// number of photos of each category, which may be 0. Nothing here changes what it is given.
Storytime.Place = {
    // `step` photos further, as far as there are any. The zoom stays.
    photo(place, counts, step) {
        return { ...place, index: Storytime.Place.within(place.index + step, counts[place.category]) };
    },

    // `step` categories further: at the same index if there are that many photos, or at the first photo after zooming in. Beyond
    // the first and the last there is nothing, and the place stays as it is.
    category(place, counts, step) {
        const category = Storytime.Place.within(place.category + step, counts.length);
        if (category === place.category) return { ...place };
        const index = place.scale > 1 ? 0 : Storytime.Place.within(place.index, counts[category]);
        return { category, index, scale: 1 };
    },

    // Where nothing lies beyond the place, as the gestures want to know it.
    ends({ category, index }, counts) {
        return {
            isFirst: index <= 0,
            isLast: index >= (counts[category] ?? 0) - 1,
            isFirstCategory: category <= 0,
            isLastCategory: category >= counts.length - 1,
        };
    },

    within(index, count = 0) {
        return Math.max(0, Math.min(index, count - 1));
    },
};
