import HTTP
import Quill
import Server

/// How photos arrive: one by one from a script, which shows how far each is, or several in a form.
enum PhotoUploadPages {
    /// What a form may have: a script has no such limit, because it sends each file by itself.
    static let formBytes = 200_000_000
    static let filesPath = PhotoPages.path + "/files"

    static let routes = [
        post("/family/photos", for: .parent, bodyLimit: .upload(formBytes), upload),
        put(
            "/family/photos/files",
            for: .parent,
            bodyLimit: .upload(PhotoFile.maximumBytes),
            receive
        ),
    ]

    // MARK: One

    /// A file as the whole content; its name is in the query. Sent again, as after a broken
    /// connection, it is there already.
    static func receive(_ visit: Visit) throws -> Response {
        let scope = try visit.family()
        let query = try visit.query()
        let category = query.text("category").flatMap { ID<PhotoCategory>(pathSegment: $0[...]) }
        guard let category else { throw Failure.badRequest("Choose a category.") }
        let file = PhotoArrival.File(
            content: visit.content(),
            name: UploadedFile.shownName(query.text("name") ?? "", or: "photo")
        )
        let arrival = try visit.receive(file, into: category, of: scope.family)
        var json = JSONWriter()
        switch arrival {
        case .added(let id):
            json.object {
                $0.name("id")
                $0.integer(id.value)
                $0.member("message", "Uploaded.")
            }
            return Response(status: 201, json: json.bytes)
        case .known(let id, let message):
            json.object {
                $0.name("id")
                $0.integer(id.value)
                $0.member("message", message)
            }
            return Response(json: json.bytes)
        case .refused(let status, let message):
            json.object {
                $0.name("error")
                $0.object {
                    $0.member("code", status == 507 ? "no_space" : "not_a_photo")
                    $0.member("message", message)
                }
            }
            return Response(status: status, json: json.bytes)
        }
    }

    // MARK: A form

    /// Files in a form, as a browser without scripts sends them. What can be kept is kept.
    static func upload(_ visit: Visit) throws -> Response {
        let scope = try visit.family()
        let fields = try visit.fields()
        let address = PhotoListAddress(fields)
        let uploads = try visit.uploads("files").filter { $0.size > 0 || !$0.fileName.isEmpty }
        guard let category = fields.text("to").flatMap({ ID<PhotoCategory>(pathSegment: $0[...]) }),
            !uploads.isEmpty
        else {
            let page = try PhotoPages.page(visit, address, uploadErrors: ["Choose some photos."])
            return try visit.page(page, status: visit.formStatus)
        }
        var added = 0
        var known = 0
        var refusals: [String] = []
        for upload in uploads {
            let file = PhotoArrival.File(
                content: upload,
                name: UploadedFile.shownName(upload.fileName, or: "photo")
            )
            switch try visit.receive(file, into: category, of: scope.family) {
            case .added: added += 1
            case .known: known += 1
            case .refused(_, let message): refusals.append("\(file.name): \(message)")
            }
        }
        let summary = Self.summary(added: added, known: known)
        guard refusals.isEmpty else {
            let page = try PhotoPages.page(
                visit,
                address,
                uploadNotice: added + known > 0 ? summary : nil,
                uploadErrors: refusals
            )
            return try visit.page(page, status: visit.formStatus)
        }
        // There the latest come first.
        return try visit.redirect(
            to: PhotoPages.path,
            notice: Flash(added > 0 ? .good : .info, summary)
        )
    }

    /// "9 photos uploaded, 1 was already here."
    private static func summary(added: Int, known: Int) -> String {
        let already = "\(Counted.text(known, "was", "were")) already here."
        if added == 0 { return "No new photos: \(already)" }
        let uploaded = "\(Counted.text(added, "photo", "photos")) uploaded"
        return known == 0 ? uploaded + "." : "\(uploaded), \(already)"
    }
}

/// What became of a file that was uploaded.
enum PhotoArrival {
    struct File {
        let content: Upload
        /// As it is shown.
        let name: String
    }

    case added(ID<Photo>)
    /// The family has it already; the sentence says where.
    case known(ID<Photo>, String)
    case refused(Status, String)
}

extension Visit {
    /// Checks a file and adds it to a family's photos.
    fileprivate func receive(
        _ file: PhotoArrival.File,
        into category: ID<PhotoCategory>,
        of family: Family
    ) throws -> PhotoArrival {
        let content = file.content
        let bytes = PhotoBytes(count: content.size) { try? content.bytes(at: $0) }
        let photo: PhotoFile
        do {
            photo = try PhotoFile(bytes)
        } catch {
            return .refused(422, error.description)
        }
        let latest = TakenAt.Latest(today: family.today(now), now: now)
        let draft = PhotoStore.Draft(
            name: file.name,
            format: photo.format,
            contentHash: try Digest.sha256(of: content.size) { try content.bytes(at: $0) },
            // The age of the file would say when it was copied or sent.
            takenAt: (photo.times + TakenAt.all(inName: file.name)).first { latest.allows($0) },
            bytes: content.size,
            hasFilm: photo.hasFilm
        )
        do {
            let id = try photos.add(draft, to: category, of: family.id) { path in
                try content.write(to: path)
            }
            site.vitals.jobBell.ring()
            return .added(id)
        } catch PhotoStore.Refusal.known(let known) {
            let place =
                known.deletedAt != nil
                ? "in the bin" : "in “\(try photos.category(known.category, of: family.id).name)”"
            return .known(known.id, "This photo is already here, \(place).")
        } catch PhotoStore.Refusal.full(let full) {
            return .refused(507, full.message)
        } catch Failure.diskFull {
            return .refused(
                507,
                "The server’s disk is full. Ask an admin to free some space, then try again."
            )
        }
    }
}
