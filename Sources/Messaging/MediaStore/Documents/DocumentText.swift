/// The text of a PDF, page by page.
public struct DocumentText: Sendable, Hashable {
    /// The pages that were read, from the first on. A page without text is empty.
    public let pages: [String]
    /// All pages of the document.
    public let pageCount: Int
    /// Whether there is more text than `pages` hold.
    public let isCut: Bool

    public init(pages: [String], pageCount: Int, isCut: Bool) {
        self.pages = pages
        self.pageCount = pageCount
        self.isCut = isCut
    }
}

/// Why the text of a PDF couldn't be read.
public enum DocumentError: Error, Sendable, Hashable {
    /// It's none, or too broken to be read.
    case damaged
    /// It opens only with a password.
    case locked
    /// It has pages, and no text: pictures of pages, or letters that can't be told.
    case withoutText
    /// More than this many bytes.
    case tooLarge(Int64)
    /// It took too much time or memory.
    case tooComplex
    /// The worker was ended because it made a system call that no reader of documents makes.
    case forbiddenCall
    /// poppler isn't installed.
    case libraryMissing
    case libraryOutdated
    /// The system can't confine the worker, so it did nothing.
    case unconfined
    case spawnFailed(String)

    /// Whether the operator has to do something, or should know.
    public var concernsOperator: Bool {
        switch self {
        case .forbiddenCall, .libraryMissing, .libraryOutdated, .unconfined, .spawnFailed: true
        case .damaged, .locked, .withoutText, .tooLarge, .tooComplex: false
        }
    }
}
