import Foundation

/// One file to get, and what it must be.
struct Download: Sendable {
    /// For progress reports.
    let name: String
    let url: URL
    /// Where the bytes go; what is there from an earlier attempt is completed.
    let part: URL
    /// Lower-case hex; nil where nobody has said.
    let sha256: String?
    /// Bytes; a server that sends more is cut off.
    let maximumSize: Int

    /// Remembers beside the part what it is a part of, so that another version's end isn't put behind it.
    struct Origin: Codable, Equatable {
        let url: String
        /// The strong entity tag or the date of the version, for `If-Range`.
        let validator: String?
    }

    private var originURL: URL { part.appendingPathExtension("json") }

    var origin: Origin? {
        get { (try? Data(contentsOf: originURL)).flatMap { try? JSONDecoder().decode(Origin.self, from: $0) } }
        nonmutating set {
            try? FileManager.default.removeItem(at: originURL)
            guard let content = try? JSONEncoder().encode(newValue) else { return }
            try? content.write(to: originURL)
        }
    }

    /// How many bytes an earlier attempt left that this one can go on from.
    var resumableBytes: Int {
        guard let stamp = FileStamp(path: part.path), stamp.size < maximumSize, origin?.url == url.withoutCredentials
        else { return 0 }
        return stamp.size
    }

    /// Forgets what was downloaded.
    func discard() {
        try? FileManager.default.removeItem(at: part)
        forgetOrigin()
    }

    func forgetOrigin() {
        try? FileManager.default.removeItem(at: originURL)
    }
}

extension URL {
    /// Fit for files and messages.
    var withoutCredentials: String {
        guard user != nil, var components = URLComponents(url: self, resolvingAgainstBaseURL: true) else {
            return absoluteString
        }
        components.user = nil
        components.password = nil
        return components.string ?? host ?? ""
    }

    /// The value of an `Authorization` header for the user and password in this address (RFC 7617).
    var basicAuthorization: String? {
        guard let user = user(percentEncoded: false) else { return nil }
        return "Basic " + Data("\(user):\(password(percentEncoded: false) ?? "")".utf8).base64EncodedString()
    }
}
