// Springs, by which what was let go moves on at the speed of the finger. A spring has a frequency in 1/s and a damping of at
// most 1; times are seconds, and velocities are parts of the whole way per second.
{
    const STILL = 0.001; // part of the way: closer to its end a spring is at rest
    const TICK = 0.001; // seconds

    Storytime.Springs = {
        pager: { frequency: 30, damping: 1 },
        bouncy: { frequency: 18, damping: 0.75 },
        zoom: { frequency: 40, damping: 1 },
        pan: { frequency: 12, damping: 1 },
        edge: { frequency: 12, damping: 0.82 }, // for a throw that an edge ends: it goes a bit beyond, and comes back

        // Which part of its way a spring has gone: 0 at first, 1 at last. With a damping of 1 it never goes beyond its end unless
        // the velocity is above the frequency.
        position({ frequency, damping }, time, velocity = 0) {
            if (damping === 1) return 1 - Math.exp(-frequency * time) * (1 + (frequency - velocity) * time);
            const { turn, push } = swing(frequency, damping, velocity);
            return 1 - Math.exp(-damping * frequency * time) * (Math.cos(turn * time) + push * Math.sin(turn * time));
        },

        // The seconds after which it stays within 0.1 % of its end.
        duration(spring, velocity = 0) {
            let time = 0;
            while (bound(spring, time, velocity) > STILL) time += TICK;
            // It may have been that close for a while.
            while (time > TICK && Math.abs(1 - Storytime.Springs.position(spring, time - TICK, velocity)) <= STILL) time -= TICK;
            return time;
        },

        // The way from one value to another as `count` values at equal intervals, and the milliseconds that it takes: what
        // `element.animate` wants. The velocity is that of the acts of gestures, in pixels per millisecond.
        keyframes(from, to, velocity, spring, count = 20) {
            const way = to - from;
            const pace = way === 0 ? 0 : (velocity * 1000) / way;
            const duration = Storytime.Springs.duration(spring, pace);
            const values = Array.from({ length: count }, (_, index) => {
                if (index === count - 1) return to;
                return from + way * Storytime.Springs.position(spring, (duration * index) / (count - 1), pace);
            });
            return { values, duration: duration * 1000 };
        },

        // The same for a thrown photo: places, along each axis by a spring of its own.
        throw(from, to, velocity, count = 40) {
            const axes = ["x", "y"].map((axis) => {
                const way = to[axis] - from[axis];
                const pace = way === 0 ? 0 : (velocity[axis] * 1000) / way;
                const spring = pace > Storytime.Springs.pan.frequency ? Storytime.Springs.edge : Storytime.Springs.pan;
                const duration = way === 0 ? 0 : Storytime.Springs.duration(spring, pace);
                const at = (time) => (time >= duration ? to[axis] : from[axis] + way * Storytime.Springs.position(spring, time, pace));
                return { at, duration };
            });
            const duration = Math.max(...axes.map((axis) => axis.duration));
            const values = Array.from({ length: count }, (_, index) => {
                const [x, y] = axes.map(({ at }) => at((duration * index) / (count - 1)));
                return { x, y };
            });
            return { values, duration: duration * 1000 };
        },
    };

    function swing(frequency, damping, velocity) {
        const turn = frequency * Math.sqrt(1 - damping ** 2);
        return { turn, push: (damping * frequency - velocity) / turn };
    }

    // How far from its end it is at most, then and later on.
    function bound({ frequency, damping }, time, velocity) {
        const decay = Math.exp(-damping * frequency * time);
        if (damping === 1) return decay * (1 + Math.abs(frequency - velocity) * time);
        return decay * Math.hypot(1, swing(frequency, damping, velocity).push);
    }
}
