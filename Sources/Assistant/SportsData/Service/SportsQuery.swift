import Domain

/// What the service can be asked.
public enum SportsQuery: Sendable, Hashable {
    case playerStats(name: String, year: Int?)
    case standings(year: Int?)
    case leaders(stat: String, year: Int?, count: Int, ofPitchers: Bool)
    case players(matching: String)

    public static let maxText = 100
    /// Of seasons.
    public static let years = 1871...2100
    public static let leaderCounts = 1...50

    /// The route below the service's address.
    var route: String {
        switch self {
        case .playerStats: "/tools/player_stats"
        case .standings: "/tools/mlb_standings"
        case .leaders: "/tools/stat_leaders"
        case .players: "/tools/search_players"
        }
    }

    var body: JSONValue {
        switch self {
        case .playerStats(let name, let year): Self.object(["player_name": .string(name)], year)
        case .standings(let year): Self.object([:], year)
        case .leaders(let stat, let year, let count, let ofPitchers):
            Self.object(
                [
                    "stat": .string(stat), "top_n": .integer(count),
                    "player_type": ofPitchers ? "pitching" : "batting",
                ],
                year
            )
        case .players(let term): ["search_term": .string(term)]
        }
    }

    private static func object(_ members: [String: JSONValue], _ year: Int?) -> JSONValue {
        var members = members
        if let year { members["year"] = .integer(year) }
        return .object(members)
    }
}
