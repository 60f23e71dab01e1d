import SQLite

extension Allowance {
    static let photoCategories = Allowance(
        title: "Photo categories",
        noun: "photo categories",
        limit: PhotoStore.mostCategories,
        tables: ["photo_categories"],
        remedy: "Delete one first."
    ) { "SELECT count(*) FROM photo_categories WHERE family_id = \($0.value)" }
}

extension Feature {
    /// Families' photos.
    static let photos = Feature(
        routes: PhotoPages.routes + PhotoUploadPages.routes + PhotoMediaPages.routes
            + PhotoCategoryPages.routes + GalleryPages.routes + KidsGalleryPages.routes,
        pages: [
            PhotoIndexPage.self, PhotoShowPage.self, PhotoBinPage.self, PhotoRemovePage.self,
            PhotoCategoryIndexPage.self, PhotoCategoryNewPage.self, PhotoCategoryEditPage.self,
            PhotoCategoryDeletePage.self, PhotoSettingsPage.self, OriginalsRemovePage.self,
            ChildGalleryPage.self, KidsGalleryPage.self, KidsPicturePage.self,
        ],
        navigation: [
            NavigationEntry(for: .parent, "Photos", PhotoPages.path, icon: "photo", key: "o")
        ],
        jobs: [.photoSizes],
        upkeep: [
            Upkeep(.eachRound) { site, database, now in
                let folder = PhotoFolder(site.configuration)
                try PhotoStore(site, database, now: now).removeOld()
                try PhotoCleaner(database: database, now: now, folder: folder).removeUnused()
            },
            Upkeep(.hourly) { site, database, now in
                let folder = PhotoFolder(site.configuration)
                try PhotoCleaner(database: database, now: now, folder: folder).removeLost()
            },
        ],
        archive: { subject, reader in ArchiveTable.photoTables(subject, for: reader) },
        archiveFiles: { subject, reader, configuration in
            guard case .family(let family) = subject, reader != nil else { return [] }
            return [PhotoArchivePart(of: family, in: PhotoFolder(configuration))]
        },
        allowances: [.photoCategories],
        files: [
            FamilyFiles(tables: ["photos"]) {
                "SELECT photo_bytes FROM families WHERE id = \($0.value)"
            }
        ],
        settings: Configuration.photoSettings,
        needs: [
            .folder({ PhotoFolder($0).path }, stops: "Photos can’t be uploaded."),
            .program(
                { $0.photos.vips },
                named: "STORYTIME_VIPS",
                stops: "Photos wait for it. They are prepared as soon as it is installed.",
                least: [8, 14]
            ),
            .program({ _ in "prlimit" }, stops: "Photos can’t be prepared."),
            .program(
                { _ in "bwrap" },
                stops: "Photos are decoded without a sandbox; only the limits on memory, time and "
                    + "disk space remain.",
                trial: [
                    "--unshare-all", "--die-with-parent", "--ro-bind", "/", "/", "--proc", "/proc",
                    "--dev", "/dev", "bwrap", "--version",
                ]
            ),
        ]
    )
}

extension Visit {
    /// The program that photos need and the server doesn't have.
    var missingPhotoProgram: String? {
        JobKind.photoSizes.missingProgram(site.configuration)
    }
}
