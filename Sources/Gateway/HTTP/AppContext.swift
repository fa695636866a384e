public import Hummingbird
public import Messaging

/// What a request carries through the middleware.
public struct AppContext: WebSocketRequestContext {
    public var coreContext: CoreRequestContextStorage
    package let webSocket = WebSocketUpgradeBox.current
    /// Who asks; set by `Authentication`.
    public var principal: Principal?

    public init(source: ApplicationRequestContextSource) { coreContext = .init(source: source) }

    public var maxUploadSize: Int { 256 * 1024 }
}
