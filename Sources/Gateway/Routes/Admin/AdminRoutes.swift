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

    func add(to table: inout RouteTable) {
        table.tag = .admin
        let (importer, log) = (importer, log)
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
            "Import JSON lines or a WhatsApp export (the body); all or nothing",
            access: .admin,
            query: [
                QueryParameter("dryRun", Bool.self),
                QueryParameter("format", String.self, "jsonl or whatsapp; guessed if left out"),
                QueryParameter("member", String.self), QueryParameter("timezone", String.self),
                QueryParameter("locale", String.self), QueryParameter("chatName", String.self),
            ],
            response: .json(ImportReport.self)
        ) { request, context in
            let body: ByteBuffer
            do {
                body = try await request.body(upTo: Importer.maxBodyBytes)
            } catch let error as SpotterError where error.code == .tooLarge {
                throw SpotterError(
                    .tooLarge,
                    "An import takes at most \(Importer.maxBodyBytes >> 20) MB; split the file."
                )
            }
            let query = request.uri.queryParameters.map { (name: String($0.key), value: String($0.value)) }
            let report = try await importer.run([UInt8](buffer: body), query: query)
            if !report.dryRun { try await log.record(.importData, by: try context.requireAdmin()) }
            return JSONResponse(report)
        }
    }
}
