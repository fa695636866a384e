import Accounts
import Domain
import Hummingbird
import Importing
import NIOCore
import SpotterAPI

/// Imports into a running server, and the log of administration.
struct AdminRoutes {
    let importer: Importer
    let log: AdminLog
    let links: InvitationLinks

    func add(to table: inout RouteTable) {
        table.tag = .admin
        let (importer, log, links) = (importer, log, links)
        table.on(
            .get,
            "/v1/admin/log",
            "listAdminLog",
            "What administrators did, newest first; before is the number of an entry",
            access: .admin,
            query: [QueryParameter("before", Int.self), QueryParameter("limit", Int.self, "1 to 200; 50 if left out")],
            response: .json(AdminLogResponse.self)
        ) { request, _ in
            let before: Int64? = try request.parameter("before")
            let limit: Int = try request.parameter("limit") ?? 50
            return JSONResponse(AdminLogResponse(entries: try await log.entries(before: before, limit: limit)))
        }
        table.on(
            .post,
            "/v1/admin/import",
            "importChats",
            "Import JSON lines, or a WhatsApp export or the zip archive of one (the body); all or nothing",
            access: .admin,
            query: [
                QueryParameter("dryRun", Bool.self),
                QueryParameter("format", String.self, "jsonl or whatsapp; guessed if left out"),
                QueryParameter("member", String.self), QueryParameter("timezone", String.self),
                QueryParameter("skip", String.self, "a name in the export whose messages are left out"),
                QueryParameter("dates", String.self, "dmy, mdy or ymd; found out from the file if left out"),
                QueryParameter("locale", String.self), QueryParameter("chatName", String.self),
                QueryParameter("inviteMissing", Bool.self, "invite people who have no account"),
                QueryParameter("onlyWriters", Bool.self, "the chat's members are those who wrote in it"),
            ],
            response: .json(ImportReport.self)
        ) { request, context in
            let query = request.uri.queryParameters.map { (name: String($0.key), value: String($0.value)) }
            var report = try await importer.run(query: query) { try await request.importedFile() }
            for index in report.invited.indices {
                guard let code = report.invited[index].code else { continue }
                report.invited[index].link = links.link(code, for: request, context)
            }
            if !report.dryRun { try await log.record(.importData, by: try context.requireAdmin()) }
            return JSONResponse(report)
        }
    }
}
