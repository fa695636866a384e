import Foundation
import TestSupport
import Testing

@testable import SpotterServer

@Suite struct SystemMemoryTests {
    @Test(arguments: [("max\n", 4 << 30), ("1073741824\n", 1 << 30), ("99999999999999\n", 4 << 30), ("", 4 << 30)])
    func isLimitedByTheControlGroup(text: String, expected: Int) throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let file = folder.path + "/memory.max"
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        #expect(SystemMemory.bytes(of: file, machine: 4 << 30) == expected)
        #expect(SystemMemory.bytes(of: file + ".missing", machine: 4 << 30) == 4 << 30)
    }

    @Test(arguments: [(512 << 20, 16 << 20), (8 << 30, 64 << 20), (1 << 40, 256 << 20)])
    func sizesThePageCache(memory: Int, cache: Int) {
        #expect(SystemMemory.pageCacheBytes(of: memory) == cache)
    }
}
