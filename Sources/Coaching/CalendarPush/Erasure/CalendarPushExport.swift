import Accounts
import Domain
import SpotterAPI

/// Exports where a calendar is copied to, without the password.
struct CalendarPushExport: AccountExportParticipant {
    let pushes: CalendarPushes

    var tables: [String: TableExport] {
        [
            "calendar_pushes": .exported(in: "calendar-push.json, without the password"),
            "calendar_push_objects": .omitted(because: "it repeats which events were copied, as checksums"),
        ]
    }

    func export(_ user: User, to archive: AccountExportArchive) async throws {
        let state = try await pushes.state(of: user.id)
        try await archive.document("calendar-push.json", CalendarPushResponse(push: state.push, servers: []))
    }
}
