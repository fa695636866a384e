import Assistant
import Hummingbird
import SpotterAPI

/// Whether the audit log is as the server wrote it.
struct AuditRoutes {
    let audit: AuditLog

    func add(to table: inout RouteTable) {
        table.tag = .admin
        let audit = audit
        table.on(
            .get,
            "/v1/admin/audit",
            "verifyAuditLog",
            "Verify the audit log from its first entry on: the first wrong entry, if there is one",
            access: .admin,
            response: .json(AuditVerification.self)
        ) { _, _ in
            JSONResponse(try await audit.verify())
        }
    }
}
