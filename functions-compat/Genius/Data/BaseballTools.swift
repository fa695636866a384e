import Assistant
import Domain
import LanguageModels
import SportsData

/// The tools by which a language model asks the sports data service.
struct BaseballTools: LookupTools {
    let sports: SportsData

    var definitions: [ToolDefinition] {
        [
            Self.tool(
                "get_mlb_player_stats",
                "Statistics of a Major League player for a season.",
                ["player_name": Self.text("First and last name."), "year": Self.year],
                required: ["player_name"]
            ),
            Self.tool("get_mlb_standings", "The standings of the Major League.", ["year": Self.year]),
            Self.tool(
                "search_mlb_players",
                "Finds Major League players by a part of their names.",
                ["search_term": Self.text("A part of a name.")],
                required: ["search_term"]
            ),
        ]
    }

    func result(of tool: String, _ arguments: JSONValue, for user: UserID) async throws -> String {
        do {
            return try await sports.answer(to: try Self.query(tool, arguments), for: user)
        } catch let error as SportsDataError {
            throw LookupFailure(error.message)
        } catch let error as SpotterError {
            throw LookupFailure(error.message)
        }
    }

    private static func query(_ tool: String, _ arguments: JSONValue) throws(LookupFailure) -> SportsQuery {
        let year = arguments["year"]?.int
        if let year, !SportsQuery.years.contains(year) { throw LookupFailure("There is no season \(year).") }
        switch tool {
        case "get_mlb_player_stats": return .playerStats(name: try name(arguments["player_name"]), year: year)
        case "get_mlb_standings": return .standings(year: year)
        case "search_mlb_players": return .players(matching: try name(arguments["search_term"]))
        default: throw LookupFailure("There is no tool \"\(tool.prefix(64))\".")
        }
    }

    private static func name(_ value: JSONValue?) throws(LookupFailure) -> String {
        guard let name = value?.string?.trimmed, TextLength(1...SportsQuery.maxText).admits(name) else {
            throw LookupFailure("Nothing was asked: give a name that the user has typed or that everybody knows.")
        }
        return name
    }

    private static let year: JSONValue = ["type": "integer", "description": "The season; this one if left out."]

    private static func text(_ description: JSONValue) -> JSONValue { ["type": "string", "description": description] }

    private static func tool(
        _ name: String,
        _ description: String,
        _ properties: [String: JSONValue],
        required: [JSONValue] = []
    ) -> ToolDefinition {
        ToolDefinition(
            name: name,
            description: description,
            parameters: [
                "type": "object", "properties": .object(properties), "required": .array(required),
                "additionalProperties": false,
            ]
        )
    }
}
