import Domain
import Hummingbird
import Importing
import NIOCore
import Retrieval

/// What the operator does on a running server.
struct AdminRoutes {
    let importer: Importer
    let memory: MessageMemory

    func add(to table: inout RouteTable) {
        let (importer, memory) = (importer, memory)
        table.on(
            .post,
            "/v1/admin/import",
            "Import JSON lines or a WhatsApp export (the body); all or nothing",
            access: .admin,
            query: ["dryRun", "format"]
        ) { request, _ in
            let body: ByteBuffer
            do {
                body = try await request.body.collect(upTo: Importer.largestBody)
            } catch is NIOTooManyBytesError {
                throw SpotterError(
                    .tooLarge,
                    "An import takes at most \(Importer.largestBody >> 20) MB; split the file."
                )
            }
            let query = request.uri.queryParameters.map { (name: String($0.key), value: String($0.value)) }
            let report = try await importer.run([UInt8](buffer: body), query: query)
            memory.messageCreated()
            return JSONAnswer(.ok, report)
        }
    }
}
