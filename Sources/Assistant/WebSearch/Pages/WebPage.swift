/// Reads a page of the web by its address.
public protocol WebPageReading: Sendable {
    /// - Throws: ``WebPageError``, or `CancellationError`.
    func page(at address: String) async throws -> WebPage
}

/// What a page says: text from outside, which nobody here has checked.
public struct WebPage: Sendable, Hashable {
    /// Where it was, after redirects.
    public let address: String
    /// In lower case.
    public let host: String
    /// May be empty.
    public let title: String
    /// A line for each paragraph.
    public let text: String
    /// Whether the page goes on.
    public let isCut: Bool

    public init(address: String, host: String, title: String, text: String, isCut: Bool = false) {
        self.address = address
        self.host = host
        self.title = title
        self.text = text
        self.isCut = isCut
    }
}

/// Why a page wasn't read, for people and models. Holds nothing that the page's server has sent.
public struct WebPageError: Error, Sendable, Hashable {
    public let message: String

    public init(_ message: String) { self.message = message }
}
