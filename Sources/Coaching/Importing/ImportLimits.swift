import Domain

/// How much one import may hold. What is beyond is refused as soon as it is seen, before the rest is read.
public struct ImportLimits: Sendable, Hashable {
    /// Bytes of a file of lines or of a chat's text, also of one that is packed in an archive.
    public let textBytes: Int
    /// Messages, people, events and whatever else a line says.
    public let records: Int
    /// What can be done instead.
    let remedy: String

    init(textBytes: Int, records: Int, remedy: String) {
        (self.textBytes, self.records, self.remedy) = (textBytes, records, remedy)
    }

    /// For a running server. Each record takes some 500 bytes of memory until all are stored, in one transaction that
    /// others' messages wait for.
    public static let server = ImportLimits(
        textBytes: 64 << 20,
        records: 200_000,
        remedy: "split the file, or stop the server and import into its folder"
    )

    /// For the folder of a server that doesn't run.
    public static let folder = ImportLimits(textBytes: 1 << 30, records: 10_000_000, remedy: "split the file")

    func require(textBytes count: Int) throws(ImportFailure) {
        guard count > textBytes else { return }
        throw ImportFailure(line: nil, "the text has more than \(textBytes >> 20) MB; \(remedy)", isTooLarge: true)
    }

    /// - Parameter line: where the record is.
    func require(records count: Int, line: Int) throws(ImportFailure) {
        guard count > records else { return }
        throw ImportFailure(line: line, "there are more than \(records) messages or lines; \(remedy)", isTooLarge: true)
    }
}
