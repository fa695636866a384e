package import Gateway
import Hummingbird

/// The API of the app Genius, which asks Spotter's assistant for advice.
package enum GeniusRoutes {
    package static func add(to table: inout RouteTable, _ services: GeniusServices) {
        table.tag = .genius
        let first = table.routes.count
        table.contract = GeniusContract()
        defer { table.contract = nil }
        AdviceRoutes(services: services).add(to: &table)
        GeniusSettingsRoutes(services: services).add(to: &table)
        FeedbackRoutes(services: services).add(to: &table)
        ConfidenceRoutes(services: services).add(to: &table)
        LeagueCredentialRoutes(services: services).add(to: &table)
        BaseballRoutes(services: services).add(to: &table)
        table.repeatRoutes(
            from: first,
            below: AddressKeyContract.prefix,
            contract: AddressKeyContract(base: GeniusContract())
        )
    }
}
