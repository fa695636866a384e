public import Domain
import SpotterAPI

extension SpotterHTTP {
    /// Due reminders and changed appointments that no device has shown yet, oldest first.
    /// - Throws: `ClientError`.
    public func unseenNotices() async throws -> [Notice] {
        try await send(.get("/v1/notices"), NoticesResponse.self).notices
    }

    /// It was shown. The user's other devices hear of it.
    /// - Throws: `ClientError`.
    public func markSeen(notice: NoticeID) async throws {
        try await send(.post("/v1/notices/\(notice)/seen"))
    }
}
