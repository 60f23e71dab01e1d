// Counts what is watched in a <video>: signs become events, events wait in the outbox, and are sent when it is time.
Storytime.Watching = class {
    // The console sends each sign as it comes; Kids Mode saves no more often than the rules say.
    constructor(video, { href, child, book, isPrompt = false, pausesWhenHidden = false, onAnswer }) {
        Object.assign(this, { child, book, isPrompt });
        this.outbox = new Storytime.Outbox(href, child, { onAnswer, saysTime: !isPrompt });
        this.saves = new Storytime.Saves(() => this.outbox.flush());
        this.signs = new Storytime.Signs(video, {
            tell: (sign) => this.tell(sign),
            mark: (sign) => this.outbox.mark(sign && this.event(sign)),
            leave: () => this.leave(),
            pausesWhenHidden,
        });
        const sendRest = () => {
            if (!this.outbox.isEmpty) this.saves.end();
        };
        addEventListener("online", sendRest);
        // What an earlier page could not send, or was killed before it did.
        this.outbox.adopt();
        sendRest();
    }

    event({ type, session, at, position, metadata }) {
        return {
            client_event_id: Storytime.name(),
            session_id: session,
            child_id: this.child,
            book_id: this.book,
            event_type: type,
            occurred_at: new Date(at).toISOString(),
            position_seconds: Math.max(0, Math.floor(position)),
            metadata,
        };
    }

    tell(sign) {
        const { type } = sign;
        this.outbox.put(this.event(sign));
        if (this.isPrompt || type === "play_end") this.saves.end();
        else if (type === "pause" || type === "heartbeat") this.saves.soon();
        else this.saves.later();
    }

    // Somebody opens another story in the same <video>, or leaves this one.
    open(book) {
        this.close();
        this.book = book;
    }

    close() {
        this.signs.close();
    }

    leave() {
        if (this.saves.leave() || !this.outbox.isEmpty) this.outbox.leave();
    }
};
