import HTTP
import SQLite

/// A browser in Kids Mode: whose family it is, who handed it over, and who may watch on it.
struct KidsDevice: Sendable {
    let id: ID<HandedDevice>
    let family: Family
    /// The parent who handed it over.
    let parent: ID<User>
    let parentName: String
    /// Whether that parent may still sign in and is still of the family.
    let isInOrder: Bool
    /// The children who may watch, by name, as far as they are still of the family.
    let children: [Child]
    /// Who is watching; nil: nobody was chosen, or they are not there any more.
    let child: Child?
    /// Whether it was given to Kids Mode for good.
    let isPermanent: Bool
    /// Whether the children may switch among themselves without the PIN.
    let switchesFreely: Bool
    let userAgent: String
    let createdAt: Int

    /// What stays of the parent's session, which the PIN begins anew.
    fileprivate let parked: Parked

    fileprivate struct Parked: Sendable {
        let idleSeconds: Int
        let expiresAt: Int
    }
}

/// Hands browsers over to children, and takes them back.
struct KidsDeviceStore {
    /// More than a household has; the oldest end when there are more.
    static let maximumPerFamily = 30

    let database: Database
    let now: Int

    private static let columns: SQL = """
        d.id, d.family_id, d.user_id, u.name,
            u.is_disabled = 0 AND u.role = 'parent' AND u.family_id = d.family_id,
            d.child_id, d.is_permanent, d.switches_freely, d.user_agent, d.created_at,
            d.idle_seconds, d.expires_at
        """

    /// What a browser is handed over with.
    struct Handover: Sendable {
        /// Who watches; nil: the device asks.
        let child: ID<Child>?
        /// Who may watch.
        let children: [ID<Child>]
        var isPermanent = false
        var switchesFreely = false
    }

    // MARK: Reading

    func find(_ id: ID<HandedDevice>) throws -> KidsDevice {
        let found = try database.first(
            """
            SELECT \(sql: Self.columns)
            FROM kids_devices AS d CROSS JOIN users AS u ON u.id = d.user_id
            WHERE d.id = \(id.value)
            """
        ) { try device($0) }
        guard let found else { throw Failure.notFound }
        return found
    }

    /// A family's devices, the newest first.
    func list(of family: ID<Family>) throws -> [KidsDevice] {
        try database.all(
            """
            SELECT \(sql: Self.columns)
            FROM kids_devices AS d CROSS JOIN users AS u ON u.id = d.user_id
            WHERE d.family_id = \(family.value) ORDER BY d.id DESC LIMIT \(Self.maximumPerFamily)
            """
        ) { try device($0) }
    }

    private func device(_ row: Row) throws -> KidsDevice {
        let id = ID<HandedDevice>(try row.int(0))
        let family = try FamilyStore(database: database, now: now).find(ID(try row.int(1)))
        let allowed = Set(
            try database.all(
                "SELECT child_id FROM kids_device_children WHERE device_id = \(id.value)"
            ) { ID<Child>(try $0.int(0)) }
        )
        let children = try ChildStore(database: database, now: now).list(of: family.id)
            .filter { allowed.contains($0.id) }
        let child = try row.intOrNil(5)
        return KidsDevice(
            id: id,
            family: family,
            parent: ID(try row.int(2)),
            parentName: try row.text(3),
            isInOrder: try row.bool(4),
            children: children,
            child: children.first { $0.id.value == child },
            isPermanent: try row.bool(6),
            switchesFreely: try row.bool(7),
            userAgent: try row.text(8),
            createdAt: try row.int(9),
            parked: KidsDevice.Parked(
                idleSeconds: try row.int(10),
                expiresAt: try row.int(11)
            )
        )
    }

    // MARK: Handing over

    /// Turns a parent's session into Kids Mode: the session ends, and what its browser gets is the
    /// ticket of the device.
    func handOver(
        _ handover: Handover,
        of family: ID<Family>,
        by session: Session,
        as actor: Actor,
        userAgent: String
    ) throws -> Ticket {
        let secret = try Ticket.newSecret()
        return try database.write {
            let parked = try database.first(
                """
                SELECT idle_seconds, expires_at FROM sessions
                WHERE id = \(session.id) AND user_id = \(session.user.id.value)
                """
            ) { KidsDevice.Parked(idleSeconds: try $0.int(0), expiresAt: try $0.int(1)) }
            guard let parked else { throw Failure.notSignedIn }
            try SessionStore(database).end(session)
            try database.execute(
                """
                INSERT INTO kids_devices (secret_hash, family_id, user_id, child_id, is_permanent,
                    switches_freely, user_agent, created_at, idle_seconds, expires_at)
                VALUES (\(try Digest.sha256(secret)), \(family.value), \(session.user.id.value),
                    \(handover.child?.value), \(handover.isPermanent), \(handover.switchesFreely),
                    \(String(userAgent.prefix(200))), \(now), \(parked.idleSeconds),
                    \(parked.expiresAt))
                """
            )
            let id = Int(database.lastInsertedID)
            for child in handover.children {
                try database.execute(
                    "INSERT INTO kids_device_children VALUES (\(id), \(child.value))"
                )
            }
            try endOldest(of: family)
            try audit("started", family, actor)
            return Ticket(id: id, secret: secret)
        }
    }

    private func endOldest(of family: ID<Family>) throws {
        try database.execute(
            """
            DELETE FROM kids_devices WHERE family_id = \(family.value) AND id NOT IN (
                SELECT id FROM kids_devices WHERE family_id = \(family.value)
                ORDER BY is_permanent DESC, id DESC LIMIT \(Self.maximumPerFamily))
            """
        )
    }

    /// Lets another child watch. The device gets another secret, so that no page of the child before
    /// comes back from the browser's memory.
    func choose(_ child: ID<Child>, on device: KidsDevice) throws -> Ticket {
        let secret = try Ticket.newSecret()
        try database.write {
            try database.execute(
                """
                UPDATE kids_devices SET child_id = \(child.value),
                    secret_hash = \(try Digest.sha256(secret))
                WHERE id = \(device.id.value)
                """
            )
        }
        return Ticket(id: device.id.value, secret: secret)
    }

    // MARK: Taking back

    /// Takes a device out of Kids Mode. The parent's session begins anew if it would still be open:
    /// then its ticket comes back, and for how long its cookie lasts; else they sign in.
    func leave(_ device: KidsDevice, in client: Client) throws -> SessionStore.Opened? {
        try database.write {
            // The PIN took its time to be judged: somebody may have ended Kids Mode meanwhile.
            let device = try find(device.id)
            try remove(device.id)
            try audit("ended", device.family.id, Actor(id: nil, name: "Someone with the PIN"))
            let parked = device.parked
            guard device.isInOrder, parked.expiresAt > now,
                device.createdAt + parked.idleSeconds > now, try !isPINOfAnother(since: device)
            else { return nil }
            return try SessionStore(database).resume(
                device.parent,
                from: client,
                userAgent: device.userAgent,
                idleSeconds: parked.idleSeconds,
                expiresAt: parked.expiresAt,
                now: now
            )
        }
    }

    /// Whether another parent has set the PIN since: nobody gets into another's session by changing it.
    private func isPINOfAnother(since device: KidsDevice) throws -> Bool {
        try database.first(
            """
            SELECT kids_pin_set_at >= \(device.createdAt)
                AND kids_pin_set_by IS NOT \(device.parent.value)
            FROM families WHERE id = \(device.family.id.value)
            """
        ) { try $0.bool(0) } ?? true
    }

    /// Ends Kids Mode on a device from elsewhere; false if it has ended already.
    func end(_ id: ID<HandedDevice>, of family: ID<Family>, by actor: Actor) throws -> Bool {
        try database.write {
            let ended = try database.execute(
                """
                DELETE FROM kids_devices WHERE id = \(id.value) AND family_id = \(family.value)
                """
            )
            guard ended > 0 else { return false }
            try audit("ended", family, actor)
            return true
        }
    }

    /// Takes a device out of Kids Mode for a parent who has signed in on it.
    func end(_ device: KidsDevice, by actor: Actor) throws {
        try database.write {
            _ = try find(device.id)
            try remove(device.id)
            try audit("ended", device.family.id, actor)
        }
    }

    private func remove(_ id: ID<HandedDevice>) throws {
        try database.execute("DELETE FROM kids_devices WHERE id = \(id.value)")
    }

    /// Names no child: the entry outlives them.
    private func audit(_ act: String, _ family: ID<Family>, _ actor: Actor) throws {
        let subject = try FamilyStore(database: database, now: now).find(family).subject
        try AuditLog(database, now).write(actor, "\(act) Kids Mode for", subject, [])
    }
}

extension Visit {
    var kidsDevices: KidsDeviceStore { KidsDeviceStore(database: database, now: now) }

    /// The device that asks. There is one wherever the route is for children alone.
    func kidsDevice() throws -> KidsDevice {
        guard let device = visitor.device else { throw Failure.notFound }
        return try kidsDevices.find(device.id)
    }

    /// The device, and who is watching on it; without a child nothing can be watched.
    func kidsLibrary() throws -> KidsLibrary {
        let device = try kidsDevice()
        guard device.isInOrder, let child = device.child else { throw Failure.notFound }
        return KidsLibrary(device: device, child: child, shelf: shelf(of: device.family))
    }

    /// Gives the browser the cookie of a device.
    func keepDevice(_ cookie: String, in response: inout Response) {
        response.headers.add(
            "Set-Cookie",
            client.cookie(.session, cookie, maxAgeSeconds: HandedDevice.cookieSeconds)
        )
    }
}
