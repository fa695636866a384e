package import Contacts
package import Domain
package import Messaging
package import Storage

/// A module above Messaging in a fixture: its tables, and who follows messages and prospects for it.
///
/// Its own test target or kit describes it, so that this kit doesn't depend on it.
package struct UpperModule: Sendable {
    /// What a follower is made of.
    package struct Parts: Sendable {
        package let database: any Database
        package let clock: any WallClock
        package let ids: any IDSource
    }

    package let migrations: [Migration]
    package let messageObservers: @Sendable (Parts) -> [any MessageObserver]
    package let prospectObservers: @Sendable (Parts) -> [any ProspectObserver]

    package init(
        _ migrations: [Migration],
        messageObservers: @escaping @Sendable (Parts) -> [any MessageObserver] = { _ in [] },
        prospectObservers: @escaping @Sendable (Parts) -> [any ProspectObserver] = { _ in [] }
    ) {
        self.migrations = migrations
        self.messageObservers = messageObservers
        self.prospectObservers = prospectObservers
    }
}
