/// Between connected and open, where the server encrypts.
extension LoadLoop {
    /// Goes on with the handshake, now that the socket is ready.
    func secure(_ socket: LoadSocket) {
        switch socket.tls?.connect() {
        case .done:
            upgrade(socket)
        case .wantsRead:
            break
        case .wantsWrite:
            socket.waitsForRoom = true
            try? poller.change(socket.descriptor, key: socket.key, writes: true)
        case .failed, nil:
            fail(socket, "TLS: \(TLSConnection.failure)")
        }
    }
    /// What a call that failed just now says.
    func failure(of socket: LoadSocket, _ call: String) -> String {
        socket.tls == nil ? SystemFailure(call).description : "TLS: \(TLSConnection.failure)"
    }
}
