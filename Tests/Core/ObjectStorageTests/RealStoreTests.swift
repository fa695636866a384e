import Crypto
import Domain
import Foundation
import Logging
import NIOCore
import TestSupport
import Testing

@testable import ObjectStorage

private let address = ProcessInfo.processInfo.environment["SPOTTER_TEST_S3"]

/// A store by another maker, with the bucket and the endpoint of `SPOTTER_TEST_S3`: `scripts/lib/with-object-store` brings one.
@Suite(.standardTimeLimit, .enabled(if: address != nil, "SPOTTER_TEST_S3 names no store"))
struct RealStoreTests {
    private func store(_ prefix: String) throws -> S3Store {
        S3Store(
            try S3Address(try #require(address).replacing("?", with: "/\(prefix)?")),
            try #require(S3Credentials(environment: ProcessInfo.processInfo.environment)),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    private func content(_ bytes: [UInt8]) -> ObjectContent {
        ObjectContent(
            size: Int64(bytes.count),
            digest: Hexadecimal.encode(SHA256.hash(data: Data(bytes)))
        ) { offset, count in ByteBuffer(bytes: bytes[Int(offset)..<min(bytes.count, Int(offset) + count)]) }
    }

    @Test func objectsComeBackAsTheyWere() async throws {
        let store = try store("whole")
        // Several pieces, the last of them short.
        let bytes = (0..<700_001).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try await store.put(content(bytes), as: "ab/one")
        let size = try await store.size(of: "ab/one")
        #expect(size == 700_001)
        let part = try await store.read("ab/one", 262_140..<262_150)
        #expect(Array(part.readableBytesView) == Array(bytes[262_140..<262_150]))
        let end = try await store.read("ab/one", 699_000..<700_001)
        #expect(Array(end.readableBytesView) == Array(bytes[699_000...]))
        let isCopied = try await store.copy("ab/one", to: "aside/one")
        #expect(isCopied)
        try await store.remove("ab/one")
        try await store.remove("ab/one")
        let gone = try await store.size(of: "ab/one")
        #expect(gone == nil)
        let copied = try await store.size(of: "aside/one")
        #expect(copied == 700_001)
        let isNothingCopied = try await store.copy("ab/one", to: "ab/two")
        #expect(!isNothingCopied)
    }

    @Test func listsAreReadToTheirEnd() async throws {
        let store = try store("many")
        for number in 0..<5 { try await store.put(content([1]), as: "0\(number)/a") }
        let all = try await store.list("", after: nil)
        #expect(all.map(\.name) == (0..<5).map { "0\($0)/a" })
        let rest = try await store.list("", after: "02/a")
        #expect(rest.map(\.name) == ["03/a", "04/a"])
        let last = try await store.list("", after: "04/a")
        #expect(last.isEmpty)
        let versions = try await store.keepsRemoved()
        #expect(versions == false)
    }

    @Test func wrongNamesAreRefusals() async throws {
        let other = S3Store(
            try S3Address(try #require(address).replacing("s3://", with: "s3://nobodys-")),
            S3Credentials(id: "a", secret: Secret("b")),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        let error = await #expect(throws: ObjectStoreError.self) { try await other.list("", after: nil) }
        #expect(error?.reason == .refused)
    }
}
