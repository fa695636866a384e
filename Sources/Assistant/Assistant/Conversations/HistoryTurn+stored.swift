import AssistantTools
import Domain
import SpotterAPI
import Storage

extension HistoryTurn {
    init(_ turn: TurnRow, for owner: Actor, on connection: any SQLConnection) throws {
        let isReadable = try turn.isReadable(by: owner, on: connection)
        let shown = turn.stored?.answer.proposals ?? []
        self.init(
            role: turn.role,
            text: isReadable ? turn.text : TurnRow.withheldText,
            proposals: try shown.map { try $0.refreshed(on: connection) },
            shownVersions: shown.map(\.version),
            needs: turn.stored?.answer.needs,
            pending: isReadable ? turn.stored?.pending?.request : nil,
            media: turn.role == .user && isReadable ? turn.media : []
        )
    }
}
