import SpotterAPI

/// What a user can ask for. Each kind allows certain tools.
package enum RequestKind: String, Sendable, Hashable, CaseIterable {
    case message, schedule, reschedule, cancel, remind

    /// `nil` for a tool that changes nothing.
    init?(_ tool: ToolName) {
        switch tool {
        case .sendMessage: self = .message
        case .scheduleCall: self = .schedule
        case .rescheduleEvent: self = .reschedule
        case .cancelEvent: self = .cancel
        case .setReminder: self = .remind
        case .searchMessages: return nil
        }
    }

    package var role: RequestVocabulary.Role {
        switch self {
        case .schedule: .schedule
        case .reschedule: .reschedule
        case .cancel: .cancel
        case .remind: .remind
        case .message: .message
        }
    }

    /// Of verbs that are also other words.
    var weakRole: RequestVocabulary.Role? {
        switch self {
        case .schedule: .weakSchedule
        case .reschedule: .weakReschedule
        case .cancel: .weakCancel
        case .remind: .weakRemind
        case .message: nil
        }
    }
}
