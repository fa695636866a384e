import Domain
import Hummingbird
import Importing
import NIOCore
import SpotterAPI

/// Imports into a running server.
struct AdminRoutes {
    let importer: Importer

    func add(to table: inout RouteTable) {
        table.tag = .admin
        let importer = importer
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
        ) { request, _ in
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
            return JSONResponse(report)
        }
    }
}
