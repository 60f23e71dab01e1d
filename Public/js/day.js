// A day is typed as 2026-03-04, or picked from the browser's calendar. A date field drops what is no day, so one that the
// server complained about stays a text field: nothing that was typed is lost.
for (const field of document.querySelectorAll("[data-day]:not([aria-invalid])")) field.type = "date";
