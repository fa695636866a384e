import HTTPTypes

/// Finds the answer to an upgrade request among the answers of a keep-alive connection. It has no access to the
/// channel.
///
/// Requests may be pipelined, so earlier answers can still be outstanding. The parser stops after an upgrade request,
/// so that request is always the last one.
struct UpgradeTracker {
    enum Action: Equatable {
        case pass
        /// The connection becomes a WebSocket.
        case switchProtocols
        /// The answer ends the connection, because no further request can be read from it.
        case end
    }

    private var unanswered = 0
    private var lastEndsHTTP = false
    private var current = Action.pass

    /// Whether the connection is being handed over. Nothing else may then write to it or close it.
    var isSwitching: Bool { current == .switchProtocols }

    mutating func received(_ request: HTTPRequest) {
        unanswered += 1
        lastEndsHTTP = request.endsHTTP
    }

    mutating func answered(with response: HTTPResponse) -> Action {
        guard lastEndsHTTP, unanswered == 1 else { return .pass }
        if response.status == .switchingProtocols {
            current = .switchProtocols
        } else if response.status.kind != .informational {
            current = .end
        }
        return current
    }

    mutating func answerEnded() -> Action {
        unanswered -= 1
        return current
    }
}
