import AssistantTools
import Domain
import Measures
import Messaging
import SpotterAPI

extension WeekReader {
    /// What they have measured that wants a look, by the rules of `NotableMeasure`.
    func measured(_ client: WeekClient) throws -> [WeekReason] {
        try (material.measures[client.id] ?? []).compactMap { measure in
            let said = try measure.messages.compactMap { try visible.message($0) }
            // What was written down by hand has no message that could be shown.
            guard !said.isEmpty, said.count == measure.messages.count else { return nil }
            return WeekReason(
                id: WeekReasonID("measured", measure.last.bytes),
                kind: .measured,
                text: measure.text,
                since: measure.since,
                citations: said.map(\.citation),
                drafts: [.message, .reminder]
            )
        }
    }
}
