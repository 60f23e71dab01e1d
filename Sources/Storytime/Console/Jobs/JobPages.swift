import HTTP
import Server

/// An admin's actions on failed jobs, which are listed on the System page.
enum JobPages {
    static let routes = [
        post("/admin/system/jobs/{id}/retry", retry),
        post("/admin/system/jobs/{id}/dismiss", dismiss),
    ]

    private static let list = "/admin/system#jobs"

    static func retry(_ visit: Visit, _ id: ID<Job>) throws -> Response {
        let job = try visit.jobs.find(id)
        guard try visit.jobs.retry(id) else { return try noneOfTheFailed(visit) }
        visit.site.vitals.jobBell.ring()
        let notice = Flash(.good, "“\(job.label)” will be tried again.")
        return try visit.redirect(to: list, notice: notice)
    }

    static func dismiss(_ visit: Visit, _ id: ID<Job>) throws -> Response {
        let job = try visit.jobs.find(id)
        guard try visit.jobs.dismiss(id) else { return try noneOfTheFailed(visit) }
        let notice = Flash(.good, "“\(job.label)” dismissed.")
        return try visit.redirect(to: list, notice: notice)
    }

    /// Somebody else was faster, or the button was pressed twice.
    private static func noneOfTheFailed(_ visit: Visit) throws -> Response {
        let notice = Flash(.info, "This job is no longer in the list of failed jobs.")
        return try visit.redirect(to: list, notice: notice)
    }
}

extension Visit {
    var jobs: JobStore { JobStore(database: database, now: now) }
}
