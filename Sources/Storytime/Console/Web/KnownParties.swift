import HTTP
import Server
import Synchronization

/// Those who count as one where turns are taken and memory is shared out.
enum Party: Hashable, Sendable {
    case family(ID<Family>)
    /// Somebody without a family, such as an admin.
    case person(ID<User>)

    init(_ user: User) {
        self = user.family.map(Self.family) ?? .person(user.id)
    }
}

/// Which sessions, tokens and keys belong to which party. One for the whole program.
///
/// The loop must know that before a request gets to a worker, and can’t ask the database. So it is noted here whenever
/// somebody is let in or given a session; until then all sessions of a network are one party, or somebody with many new
/// ones would be many. Only hashes are kept, made with a key that nobody knows and that changes with each start.
final class KnownParties: Sendable {
    /// In each half of the memory: some megabytes at most. Once it is full, the older half is
    /// forgotten.
    private static let mostKept = 20_000

    private struct Memory {
        var recent: [Int: Party] = [:]
        var older: [Int: Party] = [:]
    }

    private let memory = Mutex(Memory())
    /// Those of people who were let in: there are no more of them than accounts.
    private let people = Mutex<[ID<User>: Party]>([:])

    /// Somebody was let in.
    func note(_ user: User) {
        let party = Party(user)
        people.withLock { people in
            if people[user.id] != party { people[user.id] = party }
        }
    }

    /// Whom somebody counts as who says who they are and hasn't proved it yet.
    func party(of user: ID<User>) -> Party { people.withLock { $0[user] } ?? .person(user) }

    /// Somebody who shows this is of that party: they were let in, or were just given it.
    func note(_ party: Party, showing shown: String?) {
        guard let key = shown?.hashValue else { return }
        memory.withLock { memory in
            guard memory.recent[key] != party else { return }
            if memory.recent.count >= Self.mostKept {
                memory.older = memory.recent
                memory.recent = [:]
            }
            memory.recent[key] = party
        }
    }

    /// Whom a visitor counts as, by what they show, and where they come from. The first of it that is known
    /// decides: whatever else they show makes them nobody new.
    func caller(_ shown: [String], from network: String) -> Caller {
        for visitor in shown {
            let key = visitor.hashValue
            let party = memory.withLock { $0.recent[key] ?? $0.older[key] }
            if let party { return Caller(visitor, of: party) }
        }
        return Caller(shown.last ?? network, of: network, isStranger: true)
    }
}

extension Visit {
    /// Notes whose a session or a token is that somebody is given now: otherwise its first request would count with
    /// those of strangers.
    func noteParty(of user: ID<User>, showing shown: String) throws {
        let user = try users.find(user)
        site.parties.note(user)
        site.parties.note(Party(user), showing: shown)
    }
}
