import Quill

/// The background jobs, on the System page.
struct JobsView: Record {
    private let unfinished: Int
    private let failed: [FailedJobRow]

    init(_ store: JobStore, _ site: Site, _ times: TimeText) throws {
        unfinished = try store.countUnfinished()
        failed = try store.failed().map { job in
            FailedJobRow(
                job: job,
                title: site.features.jobs.first { $0.name == job.kind }?.title ?? job.kind,
                now: store.now,
                times: times
            )
        }
    }

    static let fields: [Field<JobsView>] = [
        .int("unfinished") { $0.unfinished },
        .list("failed") { $0.failed },
    ]
}

/// A job that has failed for good, until someone deals with it.
struct FailedJobRow: Record {
    let job: Job
    /// Its description.
    let title: String
    let now: Int
    let times: TimeText

    private var at: Int { job.finishedAt ?? job.createdAt }
    private var href: String { "/admin/system/jobs/\(job.id)" }

    static let fields: [Field<FailedJobRow>] = [
        .text("title") { $0.title },
        .text("label") { $0.job.label },
        .text("error") { $0.job.error ?? "" },
        .int("attempts") { $0.job.attempts },
        .text("when_text") { $0.times.relative($0.at, now: $0.now) },
        .text("when_exact") { $0.times.exact($0.at) },
        .text("when_iso") { TimeText.iso($0.at) },
        .text("retry_href") { $0.href + "/retry" },
        .text("dismiss_href") { $0.href + "/dismiss" },
    ]
}
