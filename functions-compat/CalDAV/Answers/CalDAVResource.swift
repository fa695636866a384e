import Scheduling

/// What an answer tells of an object: without its document where none was asked for.
struct CalDAVResource: Sendable {
    let name: String
    let etag: String
    var document: String?

    /// - Parameter hasDocument: whether the document is written.
    init(_ object: CalendarObject, hasDocument: Bool) throws {
        self.init(name: object.name, etag: object.etag, document: hasDocument ? try object.text() : nil)
    }

    init(name: String, etag: String, document: String? = nil) {
        (self.name, self.etag, self.document) = (name, etag, document)
    }
}
