import HTTPTypes

extension HTTPRequest {
    /// Whether the HTTP parser stops after this request, because the bytes that follow may belong to another protocol.
    ///
    /// That holds for any `Upgrade` (Java's HTTP client asks for `h2c` by default), so the connection can't serve
    /// another request.
    var endsHTTP: Bool {
        method == .connect || (headerFields.contains(.upgrade) && headerFields[values: .connection].hasToken("upgrade"))
    }

    /// Whether this request opens a WebSocket (RFC 6455, section 4.1).
    ///
    /// A request with a body doesn't, because parts of the body could arrive after the HTTP handlers are removed.
    var asksForWebSocket: Bool {
        method == .get && endsHTTP && !hasBody && headerFields[values: .upgrade].hasToken("websocket")
    }

    private var hasBody: Bool {
        headerFields.contains(.transferEncoding) || headerFields[values: .contentLength].contains { $0 != "0" }
    }
}

extension [String] {
    /// Whether a comma-separated list, which may be spread over several fields, contains `token` in any case.
    fileprivate func hasToken(_ token: String) -> Bool {
        tokens.contains { $0.lowercased() == token }
    }

    /// The trimmed elements of a comma-separated list, which may be spread over several fields.
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
