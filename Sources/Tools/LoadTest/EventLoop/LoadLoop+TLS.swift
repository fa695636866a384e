/// The TLS handshake.
extension LoadLoop {
    /// Continues the handshake of a socket that is ready.
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

    /// The failure of a call that just failed, in the words of the system or of OpenSSL.
    func failure(of socket: LoadSocket, _ call: String) -> String {
        socket.tls == nil ? SystemFailure(call).description : "TLS: \(TLSConnection.failure)"
    }
}
