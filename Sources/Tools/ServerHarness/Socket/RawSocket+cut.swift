import NIOCore

#if canImport(Glibc)
    import Glibc
#endif

/// Ways to lose a connection.
extension RawSocket {
    public enum Cut: Sendable, Hashable {
        /// A TCP reset: the server learns only that the connection has ended.
        case reset
        /// This half of the stream ends. The server can still write.
        case halfClose
        /// A WebSocket close frame.
        case close
    }

    public func cut(_ cut: Cut) async {
        switch cut {
        case .reset:
            let linger = linger(l_onoff: 1, l_linger: 0)
            try? await (channel as? any SocketOptionProvider)?.setSoLinger(linger).get()
            try? await channel.close()
        case .halfClose: try? await channel.close(mode: .output)
        case .close: send(opcode: 8, [0x03, 0xE8])
        }
    }
}
