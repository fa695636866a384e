/// Why a model could not be fetched, in one line that says what to do.
public struct ModelFetchError: Error, Equatable, CustomStringConvertible {
    public enum Code: Sendable {
        /// Another process is fetching into the same folder.
        case busy
        /// No source could deliver the files.
        case unobtainable
        /// The model's folder can't be written to.
        case unwritable
    }

    public let code: Code
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
