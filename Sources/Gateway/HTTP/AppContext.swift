package import Hummingbird
package import Messaging

/// What a request carries through the middleware.
package struct AppContext: WebSocketRequestContext {
    package var coreContext: CoreRequestContextStorage
    package let webSocket = WebSocketUpgradeBox.current
    /// Who asks; set by `Authentication`.
    package var principal: Principal?

    package init(source: ApplicationRequestContextSource) { coreContext = .init(source: source) }

    package var maxUploadSize: Int { 256 * 1024 }
}
