import HTTP
import Quill
import Server

/// Kids Mode for parents: the family's PIN, handing a browser over, and the devices that were.
enum KidsSettingsPages {
    static let path = "/family/kids"
    private static let pinPath = "/family/pin"

    static let routes: [Route] = [
        get("/family/kids", for: .parent, show),
        post("/family/kids/device", for: .parent, giveDevice),
        post("/family/kids/{id}/end", for: .parent, end),
        get("/family/pin", for: .parent, pin),
        post("/family/pin", for: .parent, lane: .signIn, confirms: .recently, setPIN),
        post("/children/{id}/kids", for: .parent, handOver),
    ]

    static func show(_ visit: Visit) throws -> Response {
        try page(visit, try visit.family())
    }

    private static func page(
        _ visit: Visit,
        _ scope: FamilyScope,
        error: String? = nil,
        status: Status = 200
    ) throws -> Response {
        let family = scope.family.id
        let devices = try visit.kidsDevices.list(of: family)
        let shelf = visit.shelf(of: scope.family)
        let journeys = try devices.compactMap { device in
            try visit.journeyText(of: device, on: shelf).map { (device.id, $0) }
        }
        return try visit.page(
            KidsSettingsPage(
                pinSetAt: try visit.kidsPINs.setAt(family),
                children: try visit.children.list(of: family),
                devices: devices,
                journeys: Dictionary(uniqueKeysWithValues: journeys),
                isSecure: visit.client.isTrustworthy,
                attempts: try visit.kidsPINs.attempts(in: family),
                error: error,
                times: visit.times,
                now: visit.now
            ),
            status: status
        )
    }

    // MARK: The PIN

    static func pin(_ visit: Visit) throws -> Response {
        let scope = try visit.family()
        return try visit.page(
            KidsPINPage(
                field: FormField(KidsPINPage.spec),
                child: try child(try visit.query(), scope, visit),
                isNew: try visit.kidsPINs.setAt(scope.family.id) == nil
            )
        )
    }

    static func setPIN(_ visit: Visit) throws -> Response {
        let scope = try visit.family()
        let fields = try visit.fields()
        let child = try child(fields, scope, visit)
        var field = FormField(KidsPINPage.spec, fields)
        let birthdays = try visit.children.list(of: scope.family.id).map(\.birthDate)
        if let pin = KidsPIN(field.value), birthdays.contains(where: pin.isBirthday) {
            field.reject(KidsPIN.birthdayComplaint)
        }
        guard field.error == nil, let pin = KidsPIN(field.value) else {
            let isNew = try visit.kidsPINs.setAt(scope.family.id) == nil
            return try visit.page(
                KidsPINPage(field: field, child: child, isNew: isNew),
                status: visit.formStatus
            )
        }
        try visit.kidsPINs.set(pin, of: scope.family, by: scope.actor)
        if let child { return try start(child.id, [child.id], visit, scope) }
        return try visit.redirect(to: path, notice: Flash(.good, "Kids Mode PIN saved."))
    }

    /// The child for whom the PIN is set on the way into Kids Mode.
    private static func child(_ fields: Fields, _ scope: FamilyScope, _ visit: Visit) throws
        -> Child?
    {
        guard let text = fields.text("child"), !text.isEmpty else { return nil }
        guard let id = ID<Child>(pathSegment: text[...]) else { throw Failure.notFound }
        return try visit.children.find(id, of: scope.family.id)
    }

    // MARK: Handing over

    static func handOver(_ visit: Visit, _ id: ID<Child>) throws -> Response {
        let scope = try visit.family()
        let child = try visit.children.find(id, of: scope.family.id)
        guard try visit.kidsPINs.setAt(scope.family.id) != nil else {
            return try visit.redirect(to: "\(pinPath)?child=\(child.id)")
        }
        return try start(child.id, [child.id], visit, scope)
    }

    /// Gives this browser to Kids Mode for good, for the children who were ticked.
    static func giveDevice(_ visit: Visit) throws -> Response {
        let scope = try visit.family()
        let fields = try visit.fields()
        guard try visit.kidsPINs.setAt(scope.family.id) != nil else {
            return try visit.redirect(to: pinPath)
        }
        let chosen = Set(fields.all("child_ids").compactMap { ID<Child>(pathSegment: $0[...]) })
        let children = try visit.children.list(of: scope.family.id).map(\.id)
            .filter { chosen.contains($0) }
        guard !children.isEmpty else {
            return try page(
                visit,
                scope,
                error: "Choose at least one child.",
                status: visit.formStatus
            )
        }
        return try start(
            children.count == 1 ? children[0] : nil,
            children,
            visit,
            scope,
            isPermanent: true,
            switchesFreely: fields.isOn("switches_freely")
        )
    }

    /// From here on the browser is a child's: with its cookie it finds Kids Mode and nothing else.
    private static func start(
        _ child: ID<Child>?,
        _ children: [ID<Child>],
        _ visit: Visit,
        _ scope: FamilyScope,
        isPermanent: Bool = false,
        switchesFreely: Bool = false
    ) throws -> Response {
        guard let session = visit.session else { throw Failure.notSignedIn }
        let ticket = try visit.kidsDevices.handOver(
            KidsDeviceStore.Handover(
                child: child,
                children: children,
                isPermanent: isPermanent,
                switchesFreely: switchesFreely
            ),
            of: scope.family.id,
            by: session,
            as: scope.actor,
            userAgent: visit.request.headers["user-agent"] ?? ""
        )
        var response = try visit.redirect(to: KidsShelfPages.path)
        visit.keepDevice(HandedDevice.cookie(ticket), in: &response)
        return response
    }

    // MARK: Ending it from elsewhere

    static func end(_ visit: Visit, _ id: ID<HandedDevice>) throws -> Response {
        let scope = try visit.family()
        let hasStories = try visit.journeys.hasStories(on: id)
        guard try visit.kidsDevices.end(id, of: scope.family.id, by: scope.actor) else {
            return try visit.redirect(
                to: path,
                notice: Flash(.info, "Kids Mode had already ended on that device.")
            )
        }
        let ended = "Kids Mode has ended on that device."
        let stay = "Packed stories stay on it until it is next online, for 7 days at most."
        return try visit.redirect(
            to: path,
            notice: Flash(.good, hasStories ? "\(ended) \(stay)" : ended)
        )
    }
}
