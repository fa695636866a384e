import HTTPTypes

extension HTTPRequest {
    /// Whether the HTTP parser stops reading after this request, since the bytes that follow may be of another protocol.
    ///
    /// That holds for any `Upgrade` (Java's HTTP client asks for `h2c` by default), so that the connection can't serve
    /// another request.
    var endsHTTP: Bool {
        method == .connect || (headerFields.contains(.upgrade) && headerFields[values: .connection].hasToken("upgrade"))
    }

    /// Whether this request opens a WebSocket (RFC 6455, section 4.1).
    ///
    /// Not one with a body: parts of it could arrive after the HTTP handlers are gone.
    var asksForWebSocket: Bool {
        method == .get && endsHTTP && !hasBody && headerFields[values: .upgrade].hasToken("websocket")
    }

    private var hasBody: Bool {
        headerFields.contains(.transferEncoding) || headerFields[values: .contentLength].contains { $0 != "0" }
    }
}

extension [String] {
    /// Whether a comma-separated list, which may be spread over several fields, holds `token` in any case.
    fileprivate func hasToken(_ token: String) -> Bool {
        tokens.contains { $0.lowercased() == token }
    }

    /// The elements of a comma-separated list that may be spread over several fields, without the space around them.
    var tokens: [Substring] {
        flatMap { $0.split(separator: ",") }.map { $0.drop(while: \.isBlank).trimmingBlankEnd() }
    }
}

extension Character {
    fileprivate var isBlank: Bool { self == " " || self == "\t" }
}

extension Substring {
    fileprivate func trimmingBlankEnd() -> Substring {
        guard let last = lastIndex(where: { !$0.isBlank }) else { return "" }
        return self[...last]
    }
}
