import Synchronization
import TestSupport
import Testing

@testable import MediaStore

@Suite struct OpenFileTests {
    /// The sync of everybody's next message waits for what a file has in front of the disk: that is bounded.
    @Test func littleIsWrittenBeforeItIsSynced() throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let file = try OpenFile("\(folder.path)/a", .new)
        let chunk = [UInt8](repeating: 1, count: 64 << 10)
        var most = 0
        for number in 0..<80 {
            try file.write(chunk, at: Int64(number * chunk.count))
            most = max(most, file.unsynced.load(ordering: .relaxed))
        }
        #expect(most == OpenFile.maxUnsynced - chunk.count)
        try file.write([1], at: 0)
        #expect(file.unsynced.load(ordering: .relaxed) == 1)
        try file.synchronize()
        #expect(file.unsynced.load(ordering: .relaxed) == 0)
        try file.write([UInt8](repeating: 2, count: 3 << 20), at: 0)
        #expect(file.unsynced.load(ordering: .relaxed) == 0, "a long write is synced at its end")
    }
}
