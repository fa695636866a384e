import Domain
import Foundation
import Testing

@testable import MediaStore

@Suite struct BlockingIOTests {
    /// What the system refuses for a while is told apart from a defect, so that clients try again.
    @Test(arguments: [
        (ENOSPC, ErrorCode.storageFull), (EDQUOT, .storageFull), (EMFILE, .unavailable), (ENFILE, .unavailable),
    ])
    func whatTheSystemRefusesIsRetryable(code: Int32, expected: ErrorCode) async throws {
        let error = await #expect(throws: SpotterError.self) {
            try await BlockingIO.run {
                errno = code
                throw FileError("write")
            }
        }
        #expect(error?.code == expected && error?.retryable == true && error?.retryAfterMs != nil)
    }

    @Test func otherFailuresStayAsTheyAre() async throws {
        await #expect(throws: FileError.self) {
            try await BlockingIO.run {
                errno = EIO
                throw FileError("write")
            }
        }
    }
}
