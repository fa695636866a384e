import Crypto
import Domain
import Foundation
import Logging
import NIOCore
import NIOHTTP1
import Synchronization
import TestSupport
import Testing

@testable import ObjectStorage

/// What is sent and how answers are taken, over a real socket.
@Suite(.standardTimeLimit) struct S3StoreTests {
    /// The pauses before attempts, none of which takes any time.
    private final class Pauses: Sendable {
        let all = Mutex<[Duration]>([])
    }

    private static func run(
        _ answers: [RecordedStore.Answer],
        _ body: (S3Store, RecordedStore, Pauses) async throws -> Void
    ) async throws {
        try await RecordedStore.run(answers) { recorded, endpoint in
            let pauses = Pauses()
            let store = S3Store(
                try S3Address("s3://media/team?endpoint=\(endpoint)"),
                S3SignatureTests.credentials,
                sleep: { pause in pauses.all.withLock { $0.append(pause) } },
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
            try await body(store, recorded, pauses)
        }
    }

    private static func content(_ text: String) -> ObjectContent {
        let bytes = Array(text.utf8)
        return ObjectContent(
            size: Int64(bytes.count),
            digest: Hexadecimal.encode(SHA256.hash(data: Data(bytes)))
        ) { offset, count in ByteBuffer(bytes: bytes[Int(offset)..<min(bytes.count, Int(offset) + min(count, 4))]) }
    }

    @Test func anObjectIsSentInPiecesWithItsDigest() async throws {
        try await Self.run([.init()]) { store, recorded, _ in
            try await store.put(Self.content("a longer text"), as: "ab/cd")
            let request = try #require(recorded.requests.first)
            #expect(request.line == "PUT /media/team/ab/cd")
            #expect(request.body == "a longer text")
            #expect(request.header("content-length") == "13")
            #expect(request.header("x-amz-content-sha256") == Self.content("a longer text").digest)
            #expect(request.header("authorization")?.hasPrefix("AWS4-HMAC-SHA256 Credential=") == true)
        }
    }

    @Test func aBusyStoreIsAskedAgainWithTheWholeObject() async throws {
        let busy = [RecordedStore.Answer.error(.serviceUnavailable, "SlowDown"), .error(.internalServerError, "Oh")]
        try await Self.run(busy + [.init()]) { store, recorded, pauses in
            try await store.put(Self.content("twice"), as: "a")
            #expect(recorded.requests.map(\.body) == ["twice", "twice", "twice"])
            let waited = pauses.all.withLock { $0 }
            #expect(waited.count == 2 && waited[0] >= .milliseconds(100) && waited[1] >= .milliseconds(200))
        }
    }

    @Test func aStoreThatStaysBusyIsUnavailable() async throws {
        try await Self.run(Array(repeating: .error(.serviceUnavailable, "SlowDown", "Please wait"), count: 5)) {
            store,
            recorded,
            _ in
            let error = await #expect(throws: ObjectStoreError.self) { try await store.remove("a") }
            #expect(error?.reason == .unavailable)
            #expect(error?.description == "it answers 503, SlowDown: Please wait")
            #expect(recorded.requests.count == 4)
        }
    }

    @Test(arguments: [
        (403, "SignatureDoesNotMatch"), (404, "NoSuchBucket"), (301, "PermanentRedirect"), (400, "BadDigest"),
    ])
    func aRefusalIsNotRepeated(status: Int, code: String) async throws {
        try await Self.run([.error(.init(statusCode: status), code)]) { store, recorded, _ in
            let error = await #expect(throws: ObjectStoreError.self) { try await store.list("", after: nil) }
            #expect(error?.reason == .refused)
            #expect(error?.description.contains(code) == true)
            #expect(error?.description.contains("EXAMPLEKEY") == false)
            #expect(recorded.requests.count == 1)
        }
    }

    @Test func aStoreThatIsNotThereIsUnavailable() async throws {
        let store = S3Store(
            try S3Address("s3://media?endpoint=http://127.0.0.1:1"),
            S3SignatureTests.credentials,
            sleep: { _ in },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        let error = await #expect(throws: ObjectStoreError.self) { try await store.size(of: "a") }
        #expect(error?.reason == .unavailable)
    }

    @Test func partsAreReadByRange() async throws {
        let part = RecordedStore.Answer(
            status: .partialContent,
            headers: [("content-range", "bytes 2-4/9")],
            body: "cde"
        )
        try await Self.run([part, .init(body: "abcde"), .error(.notFound, "NoSuchKey")]) { store, recorded, _ in
            let read = try await store.read("a", 2..<5)
            #expect(String(buffer: read) == "cde")
            #expect(recorded.requests.first?.header("range") == "bytes=2-4")
            // A store that sends the front instead must not be taken for it.
            let whole = await #expect(throws: ObjectStoreError.self) { try await store.read("a", 2..<7) }
            #expect(whole?.reason == .refused)
            let missing = await #expect(throws: ObjectStoreError.self) { try await store.read("a", 0..<1) }
            #expect(missing?.reason == .missing)
        }
    }

    /// Asking again wouldn't make it shorter.
    @Test func anAnswerThatIsTooLongIsRefusedOnce() async throws {
        let part = RecordedStore.Answer(
            status: .partialContent,
            headers: [("content-range", "bytes 2-9/10")],
            body: "cdefghij"
        )
        let busy = RecordedStore.Answer(status: .serviceUnavailable, body: String(repeating: "x", count: 100_000))
        try await Self.run([part] + Array(repeating: busy, count: 4)) { store, recorded, _ in
            let error = await #expect(throws: ObjectStoreError.self) { try await store.read("a", 2..<5) }
            #expect(error?.reason == .refused && recorded.requests.count == 1)
            // Of a failure the status counts, however much it says.
            let failure = await #expect(throws: ObjectStoreError.self) { try await store.remove("a") }
            #expect(failure?.reason == .unavailable && recorded.requests.count == 5)
        }
    }

    @Test func lengthsAreAskedFor() async throws {
        try await Self.run([.init(headers: [("content-length", "77")]), .init(status: .notFound)]) {
            store,
            recorded,
            _ in
            let size = try await store.size(of: "a")
            #expect(size == 77)
            let none = try await store.size(of: "b")
            #expect(none == nil)
            #expect(recorded.requests.map(\.line) == ["HEAD /media/team/a", "HEAD /media/team/b"])
        }
    }

    @Test func aCopyThatFailsInItsMiddleIsNoCopy() async throws {
        let done = RecordedStore.Answer(body: "<CopyObjectResult xmlns=\"x\"><ETag>1</ETag></CopyObjectResult>")
        try await Self.run([done, .error(.notFound, "NoSuchKey"), .error(.ok, "InternalError")]) { store, recorded, _ in
            let isCopied = try await store.copy("a", to: "aside/a")
            #expect(isCopied)
            #expect(recorded.requests.first?.header("x-amz-copy-source") == "/media/team/a")
            let isMissing = try await store.copy("a", to: "b")
            #expect(!isMissing)
            await #expect(throws: ObjectStoreError.self) { try await store.copy("a", to: "b") }
        }
    }

    @Test func listsGoOnAfterTheLastName() async throws {
        let list = RecordedStore.Answer(
            body: """
                <?xml version="1.0"?><ListBucketResult xmlns="x"><Name>media</Name>
                <Contents><Key>team/aa/1</Key><LastModified>2026-03-11T13:15:00.000Z</LastModified></Contents>
                <Contents><Key>team/b&amp;lt;c</Key><LastModified>soon</LastModified></Contents>
                <Contents><Key>other/x</Key></Contents></ListBucketResult>
                """
        )
        try await Self.run([list, list, .init(body: "<html></html>")]) { store, recorded, _ in
            let first = try await store.list("", after: nil)
            #expect(first.map(\.name) == ["aa/1", "b&lt;c"])
            #expect(first.map(\.storedAt) == [Timestamp(rfc3339: "2026-03-11T13:15:00Z"), .latest])
            // A store that doesn't go on is at its end.
            let next = try await store.list("", after: "b&lt;c")
            #expect(next.isEmpty)
            #expect(
                recorded.requests.map(\.head.uri) == [
                    "/media?list-type=2&max-keys=1000&prefix=team%2F",
                    "/media?list-type=2&max-keys=1000&prefix=team%2F&start-after=team%2Fb%26lt%3Bc",
                ]
            )
            await #expect(throws: ObjectStoreError.self) { try await store.list("", after: nil) }
        }
    }

    @Test func aBucketWithVersionsKeepsWhatIsRemoved() async throws {
        let versions = RecordedStore.Answer(
            body: "<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>"
        )
        let none = RecordedStore.Answer(body: "<VersioningConfiguration xmlns=\"x\"/>")
        try await Self.run([versions, none, .error(.forbidden, "AccessDenied")]) { store, _, _ in
            var answers: [Bool?] = []
            for _ in 0..<3 { answers.append(try await store.keepsRemoved()) }
            #expect(answers == [true, false, nil])
        }
    }

    @Test func whatCannotBeReadHereIsNotRepeated() async throws {
        try await Self.run([.init(), .init()]) { store, _, pauses in
            let content = ObjectContent(size: 9, digest: S3Signature.noContent) { _, _ in ByteBuffer() }
            let error = await #expect(throws: ObjectStoreError.self) { try await store.put(content, as: "a") }
            #expect(error?.reason == .unreadable)
            #expect(pauses.all.withLock { $0 }.isEmpty)
        }
    }
}
