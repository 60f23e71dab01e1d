// Times of a film as people read and hear them.
Storytime.Times = {
    // "2:15", and "1:02:15" from an hour on.
    clock(seconds) {
        const whole = Math.max(0, Math.floor(seconds));
        const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
        const two = (number) => String(number).padStart(2, "0");
        return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
    },

    // "2 minutes 15 seconds of 13 minutes". The total is rounded up, so that no place is beyond it.
    spoken(seconds, duration) {
        const whole = Math.max(0, Math.floor(seconds));
        const count = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
        const total = Math.max(1, Math.ceil(Math.round(duration) / 60));
        return `${count(Math.floor(whole / 60), "minute")} ${count(whole % 60, "second")} of ${count(total, "minute")}`;
    },
};
