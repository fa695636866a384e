package import Hummingbird

/// A request context whose routes can answer with a WebSocket.
///
/// ```swift
/// struct AppContext: WebSocketRequestContext {
///     var coreContext: CoreRequestContextStorage
///     let webSocket = WebSocketUpgradeBox.current
///     init(source: Source) { coreContext = .init(source: source) }
/// }
/// ```
package protocol WebSocketRequestContext: RequestContext where Source == ApplicationRequestContextSource {
    /// ``WebSocketUpgradeBox/current`` at the creation of the context.
    var webSocket: WebSocketUpgradeBox { get }
}
