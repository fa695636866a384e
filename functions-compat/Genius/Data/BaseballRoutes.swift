import Accounts
import Domain
import Foundation
import Gateway
import Hummingbird
import SportsData

/// `GET /pybaseball/…`: the sports data service, asked directly.
struct BaseballRoutes {
    let services: GeniusServices

    private static let year = QueryParameter("year", Int.self, "The season.", range: SportsQuery.years)

    func add(to table: inout RouteTable) {
        add("/player/{player_name}", "getBaseballPlayer", "Statistics of a player", [Self.year], to: &table) {
            .playerStats(name: try Self.text("player_name", $1), year: try Self.year($0))
        }
        add("/standings", "getBaseballStandings", "The standings", [Self.year], to: &table) { request, _ in
            .standings(year: try Self.year(request))
        }
        let leaders = [
            Self.year, QueryParameter("top_n", Int.self, "How many.", range: SportsQuery.leaderCounts),
            QueryParameter("player_type", String.self, "batting or pitching."),
        ]
        add("/leaders/{stat}", "listBaseballLeaders", "The leaders in a statistic", leaders, to: &table) {
            let kind = $0.uri.queryParameters["player_type"] ?? "batting"
            guard ["batting", "pitching"].contains(kind) else {
                throw ValidationFailure.one(
                    "query",
                    "player_type",
                    type: "string_pattern_mismatch",
                    "String should match pattern '^(batting|pitching)$'"
                )
            }
            return .leaders(
                stat: try Self.text("stat", $1),
                year: try Self.year($0),
                count: try $0.integer("top_n", in: SportsQuery.leaderCounts) ?? 10,
                ofPitchers: kind == "pitching"
            )
        }
        add("/search/{search_term}", "searchBaseballPlayers", "Players by a part of their names", [], to: &table) {
            .players(matching: try Self.text("search_term", $1))
        }
        addHealth(to: &table)
    }

    private func add(
        _ path: String,
        _ id: String,
        _ summary: String,
        _ parameters: [QueryParameter],
        to table: inout RouteTable,
        query: @escaping @Sendable (Request, AppContext) throws -> SportsQuery
    ) {
        let sports = services.sports
        table.on(
            .get,
            "/pybaseball\(path)",
            id,
            "\(summary), as the operator's sports data service says it",
            query: parameters,
            response: .json(GeniusAnswer.self),
            failure: GeniusFailureBody.self,
            cost: .light
        ) { request, context in
            let principal = try context.requirePrincipal()
            let data = try await sports.answer(to: try query(request, context), for: principal.userId)
            return JSONResponse(["status": "ok", "data": .string(data)] as JSONValue)
        }
    }

    private func addHealth(to table: inout RouteTable) {
        let sports = services.sports
        table.on(
            .get,
            "/pybaseball/health",
            "getBaseballHealth",
            "Whether the sports data service answers",
            response: .json(GeniusAnswer.self),
            failure: GeniusFailureBody.self,
            cost: .light
        ) { _, context in
            let principal = try context.requirePrincipal()
            do {
                _ = try await sports.answer(to: .players(matching: "Trout"), for: principal.userId)
                return JSONResponse(["status": "ok", "message": "The sports data service answers."] as JSONValue)
            } catch let error as SportsDataError where error.reason != .off {
                return JSONResponse(["status": "error", "message": .string(error.message)] as JSONValue)
            }
        }
    }

    private static func year(_ request: Request) throws -> Int? { try request.integer("year", in: SportsQuery.years) }

    private static func text(_ name: String, _ context: AppContext) throws -> String {
        let text = (try context.parameters.require(name).removingPercentEncoding ?? "").trimmed
        guard TextLength(1...SportsQuery.maxText).admits(text) else {
            throw ValidationFailure.one(
                "path",
                .string(name),
                type: "string_too_long",
                "String should have 1 to \(SportsQuery.maxText) characters"
            )
        }
        return text
    }
}

extension Request {
    /// A number among the query parameters.
    /// - Throws: `ValidationFailure`.
    func integer(_ name: String, in range: ClosedRange<Int>) throws(ValidationFailure) -> Int? {
        guard let text = uri.queryParameters[Substring(name)] else { return nil }
        let place = JSONValue.string(name)
        guard let number = Int(text) else {
            throw .one("query", place, type: "int_parsing", "Input should be a valid integer")
        }
        guard range.contains(number) else {
            let words = "Input should be from \(range.lowerBound) to \(range.upperBound)"
            throw .one("query", place, type: "out_of_range", words)
        }
        return number
    }
}
