import Accounts
import Domain
import Hummingbird
import SpotterAPI

/// All data of one account as an archive: for its owner, and for the administrator on the owner's behalf.
struct ExportRoutes {
    let export: AccountExport

    func add(to table: inout RouteTable) {
        let export = export
        table.tag = .accounts
        table.on(
            .post,
            "/v1/me/export",
            "exportAccount",
            "All data of this account as a tar archive of JSON documents and files; asks for the password again",
            body: ExportAccountRequest.self,
            response: .archive,
            limit: .quota(.exports),
            cost: .ownTurns
        ) { request, context in
            let body = try await request.decode(ExportAccountRequest.self, context: context)
            let principal = try context.requirePrincipal()
            let user = try await context.guarded(principal.user.email) {
                try await export.begin(principal, password: body.password)
            }
            return ExportResponse(export: export, user: user)
        }
        table.tag = .admin
        table.on(
            .get,
            "/v1/admin/users/{user}/export",
            "exportUser",
            "All data of one account as a tar archive of JSON documents and files",
            access: .admin,
            response: .archive
        ) { _, context in
            let user = try await export.begin(context.account, by: try context.requireAdmin())
            return ExportResponse(export: export, user: user)
        }
    }
}
