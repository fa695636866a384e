import Assistant
import AssistantTools
import Domain
import Measures
import Retrieval
import SpotterAPI

extension ToolReader {
    /// The series of a client, the newest 500 points of each.
    func progress(_ call: ToolCall, _ caller: MCPCaller) async throws -> ToolResult {
        let person: KnownPerson
        switch try await resolver.person(named: try call.required("person"), for: caller.actor) {
        case .one(let found): person = found
        case .several(let needs), .nobody(let needs): return ToolResult(needs)
        }
        guard let client = person.userId else { return .failure("\(person.name) is a prospect, without measures.") }
        let query = MeasureService.Query(kind: call.text("measure"), since: call.text("since"))
        let found = try await measures.series(of: client, query, for: caller.actor)
        return .data([
            "userId": .string(client.description), "name": .string(person.name),
            "series": .array(found.series.map(Self.json)),
        ])
    }

    private static func json(_ series: MeasureSeries) -> JSONValue {
        [
            "measure": .string(series.kind), "detail": .string(series.detail), "unit": .string(series.unit),
            "points": .array(
                series.points.suffix(500).map { point in
                    var members: [String: JSONValue] = ["day": .string(point.day), "value": .number(point.value)]
                    if let diastolic = point.diastolic { members["diastolic"] = .number(diastolic) }
                    if let repetitions = point.repetitions { members["repetitions"] = .integer(repetitions) }
                    if let sets = point.sets { members["sets"] = .integer(sets) }
                    if let seconds = point.seconds { members["seconds"] = .integer(seconds) }
                    if let message = point.messageId { members["messageId"] = .string(message.description) }
                    return .object(members)
                }
            ),
        ]
    }
}
