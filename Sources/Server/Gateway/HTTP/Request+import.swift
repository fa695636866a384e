import Domain
import Hummingbird
import Importing
import NIOCore

extension Request {
    /// The file of an import: the body.
    func importedFile() async throws -> [UInt8] {
        do {
            let body = try await self.body(upTo: Importer.maxArchiveBytes)
            guard body.readableBytes <= Importer.maxBytes(of: body.readableBytesView.prefix(4)) else {
                throw SpotterError(.tooLarge, "")
            }
            return [UInt8](buffer: body)
        } catch let error as SpotterError where error.code == .tooLarge {
            throw SpotterError(
                .tooLarge,
                "An import takes at most \(Importer.maxBodyBytes >> 20) MB, or \(Importer.maxArchiveBytes >> 20) MB as "
                    + "an archive with files; split it, or stop the server and import into its folder."
            )
        }
    }
}
