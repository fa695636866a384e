import Domain
import HTTPTypes
import Hummingbird
import SpotterAPI

/// What of OpenRouter's API a request asks for. There is nothing else: no path is ever passed on.
enum ProxyPath: Equatable {
    case completions
    case search
    case models
    /// With the job's id as the request has it.
    case job(String)

    /// The path behind the server's own prefix, such as `jobs/018f…`. One slash may begin it and one may end it.
    /// - Throws: `invalid_request` for any other path than those that there are, spelled in any other way.
    init(_ text: String) throws(SpotterError) {
        var path = text[...]
        if path.hasPrefix("/") { path = path.dropFirst() }
        if path.hasSuffix("/") { path = path.dropLast() }
        switch path {
        case "chat/completions": self = .completions
        case "search": self = .search
        case "models": self = .models
        default:
            guard path.hasPrefix("jobs/"), VideoJobName.isOne(path.dropFirst("jobs/".count)) else {
                throw .invalid("Path not allowed: \(Self.shown(text))")
            }
            self = .job(String(path.dropFirst("jobs/".count)))
        }
    }

    /// What a request asks for, by the header `X-OpenRouter-Path` or by its own path, which must not contradict each other.
    /// - Parameter path: what follows the prefix in the request's own path; `nil` if nothing does.
    /// - Throws: `invalid_request`.
    init(_ request: Request, path: String?) throws(SpotterError) {
        let named = request.headers[values: .openRouterPath]
        guard named.count <= 1 else { throw .invalid("X-OpenRouter-Path is there more than once.") }
        let byHeader = try named.first.map { text throws(SpotterError) in try ProxyPath(text) }
        let byPath = try path.map { text throws(SpotterError) in try ProxyPath(text) }
        if let byHeader, let byPath, byHeader != byPath {
            throw .invalid("X-OpenRouter-Path and the request's own path ask for different things.")
        }
        // As the app's own server has it.
        self = byPath ?? byHeader ?? .completions
    }

    var method: HTTPRequest.Method {
        switch self {
        case .completions, .search: .post
        case .models, .job: .get
        }
    }

    private static func shown(_ text: String) -> String {
        String(text.prefix(100).unicodeScalars.filter { (0x20..<0x7F).contains($0.value) })
    }
}

private enum VideoJobName {
    /// Letters, digits and hyphens: no slash, dot or percent sign gets any further.
    static func isOne(_ text: Substring) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}

extension HTTPField.Name {
    static let openRouterPath = Self("X-OpenRouter-Path") ?? .contentLocation
}
