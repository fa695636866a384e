import Domain
import NIOCore
import ServerTestKit
import Synchronization
import TestSupport
import Testing

@testable import MediaStore
@testable import SpotterServer

@Suite(.standardTimeLimit) struct UploadFloorTests {
    /// A disk and a clock that stand still until they are changed.
    private final class Disk: Sendable {
        let free: Mutex<Int64?>
        let readings = Mutex(0)
        let now = Mutex(ContinuousClock.now)

        init(free: Int64?) { self.free = Mutex(free) }

        func floor(_ bytes: Int64) -> UploadFloor {
            UploadFloor(bytes: bytes, now: { self.now.withLock { $0 } }) {
                self.readings.withLock { $0 += 1 }
                return self.free.withLock { $0 }
            }
        }

        func pass(_ duration: Duration) { now.withLock { $0 += duration } }
    }

    private func refusal(_ floor: UploadFloor) async throws -> SpotterError? {
        do {
            try await floor.requireRoom()
            return nil
        } catch let error as SpotterError {
            return error
        }
    }

    @Test func whatIsFreeDecidesAndIsReadOnceASecond() async throws {
        let disk = Disk(free: 100)
        let floor = disk.floor(100)
        #expect(try await refusal(floor) == nil)
        disk.free.withLock { $0 = 99 }
        disk.pass(.milliseconds(999))
        #expect(try await refusal(floor) == nil, "read less than a second ago")
        #expect(disk.readings.withLock { $0 } == 1)
        disk.pass(.milliseconds(1))
        let refused = try #require(try await refusal(floor))
        #expect(refused.code == .storageFull && refused.retryable && refused.retryAfterMs != nil)
        disk.free.withLock { $0 = 100 }
        #expect(try await refusal(floor) != nil)
        disk.pass(.seconds(1))
        #expect(try await refusal(floor) == nil, "there is room again")
        #expect(disk.readings.withLock { $0 } == 3)
    }

    @Test func anUnknownDiskAndNoFloorRefuseNothing() async throws {
        let unknown = Disk(free: nil)
        #expect(try await refusal(unknown.floor(100)) == nil)
        let full = Disk(free: 0)
        #expect(try await refusal(full.floor(0)) == nil)
        #expect(full.readings.withLock { $0 } == 0)
    }

    @Test func belowTheFloorUploadsAreRefusedAndMessagesAreSent() async throws {
        try await TestServer.run(configure: { $0.diskFloor = .max }) { server in
            let (trainer, _, chat) = try await server.pair()
            let whole = try await server.upload(Array("hello".utf8), name: "a.txt", id: "whole", as: trainer)
            let begun = try await server.begin("begun", size: 5, as: trainer)
            for refused in [whole, begun] {
                #expect(refused.status == 507 && refused.errorCode == "storage_full")
            }
            let sent = try await server.request(
                "POST",
                "/v1/chats/\(chat.id)/messages",
                as: trainer,
                json: ["clientMessageId": "c", "text": "hi"]
            )
            #expect(sent.status == 201)
        }
    }

    /// An upload that was begun while there was room is refused more bytes, and keeps those it has.
    @Test func appendingIsRefusedToo() async throws {
        try await TestServer.run { server in
            let trainer = try await server.register("Alex", role: .trainer)
            let id = try #require(MediaID(try await server.begin("c", size: 5, as: trainer).mediaId))
            var uploads = server.server.useCases.media.uploads
            uploads.floor = Disk(free: 0).floor(1)
            let none = AsyncStream<ByteBuffer> { $0.finish() }
            await #expect { try await uploads.append(none, length: 0, to: id, at: 0, by: trainer.actor) } throws: {
                ($0 as? SpotterError)?.code == .storageFull
            }
            let added = try await server.add(Array("hello".utf8), to: id.description, at: 0, as: trainer)
            #expect(added.status == 200 && added.state == "ready")
        }
    }
}
