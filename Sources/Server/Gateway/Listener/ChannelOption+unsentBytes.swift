import NIOCore

extension ChannelOption where Self == ChannelOptions.Types.SocketOption {
    /// `TCP_NOTSENT_LOWAT`, as Linux numbers it: the bytes that the kernel buffers unsent.
    static var unsentBytes: Self { .init(level: .tcp, name: .init(rawValue: 25)) }
}
