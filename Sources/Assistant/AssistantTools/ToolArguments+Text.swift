import Foundation
public import SpotterAPI

extension ToolArguments {
    /// Decodes a tool's arguments from the JSON text in which they are stored.
    /// - Throws: `DecodingError`.
    public init(tool: ToolName, json: String) throws {
        let decoder = JSONDecoder()
        let data = Data(json.utf8)
        switch tool {
        case .scheduleCall: self = .scheduleCall(try decoder.decode(ScheduleCall.self, from: data))
        case .rescheduleEvent: self = .rescheduleEvent(try decoder.decode(RescheduleEvent.self, from: data))
        case .cancelEvent: self = .cancelEvent(try decoder.decode(CancelEvent.self, from: data))
        case .setReminder: self = .setReminder(try decoder.decode(SetReminder.self, from: data))
        case .sendMessage: self = .sendMessage(try decoder.decode(SendMessage.self, from: data))
        case .searchMessages:
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: "searchMessages runs at once, unproposed")
            )
        }
    }
}
