import Foundation
import TestSupport
import Testing

@testable import Embedding

@Suite struct SafetensorsTests {
    static let header = """
        {"__metadata__":{"format":"pt"},"a":{"dtype":"F32","shape":[2,2],"data_offsets":[0,16]},\
        "b":{"dtype":"I64","shape":[1],"data_offsets":[16,24]},"c":{"dtype":"F32","shape":[],"data_offsets":[24,28]}}
        """

    static func file(_ header: String, data: Int = 28) -> [UInt8] {
        let length = UInt64(header.utf8.count).littleEndian
        return withUnsafeBytes(of: length) { Array($0) } + Array(header.utf8) + (0..<data).map { UInt8($0 & 255) }
    }

    private func open(_ bytes: [UInt8]) throws(WeightsError) -> SafetensorsHeader {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
        defer { buffer.deallocate() }
        buffer.copyBytes(from: bytes)
        return try SafetensorsHeader(file: UnsafeRawBufferPointer(buffer))
    }

    @Test func readsTensorsOfAFile() throws {
        let header = try open(Self.file(Self.header))
        let start = 8 + Self.header.utf8.count
        #expect(header.tensors.count == 3)
        #expect(header.tensors["a"] == .init(type: "F32", shape: [2, 2], range: start..<start + 16))
        #expect(header.tensors["c"]?.shape == [])
    }

    @Test func givesFloatsByNameAndShape() throws {
        let folder = TemporaryFolder()
        let path = try folder.write(Self.file(Self.header), to: "w").path
        let weights = try Safetensors(path: path)
        let buffer = try weights.copy(named: "a", shape: [2, 2])
        #expect((0..<4).map { buffer.floats[$0].bitPattern } == [0x0302_0100, 0x0706_0504, 0x0B0A_0908, 0x0F0E_0D0C])
        withExtendedLifetime(buffer) {}
        #expect(throws: WeightsError.missingTensor("x")) { try weights.copy(named: "x", shape: []) }
        #expect(throws: WeightsError.unsupportedType(tensor: "b", type: "I64")) {
            try weights.copy(named: "b", shape: [1])
        }
        #expect(throws: WeightsError.unexpectedShape(tensor: "a", found: [2, 2], expected: [4])) {
            try weights.copy(named: "a", shape: [4])
        }
    }

    @Test(arguments: ["missing", "."]) func saysWhatItCanNotRead(name: String) throws {
        let path = TemporaryFolder().url.appending(path: name).path
        #expect(throws: WeightsError.self) { try Safetensors(path: path) }
    }

    @Test(arguments: [
        #"{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}}"#,
        #"{"a":{"dtype":"F32","shape":[1],"data_offsets":[4,0]}}"#,
        #"{"a":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}}"#,
        #"{"a":{"dtype":"F32","shape":[8],"data_offsets":[0,32]}}"#,
        #"{"a":{"dtype":"F32","shape":[-7],"data_offsets":[0,28]}}"#,
        #"{"a":{"dtype":"F32","shape":[9223372036854775807,2],"data_offsets":[0,28]}}"#,
        #"{"a":{"dtype":"F32","shape":[7],"data_offsets":[0]}}"#,
        #"{"a":{"dtype":"F32","shape":[7]}}"#,
        #"{"a":{"dtype":"Q9","shape":[7],"data_offsets":[0,28]}}"#,
        #"{"a":{"dtype":"U8","shape":[20],"data_offsets":[0,20]},"b":{"dtype":"U8","shape":[20],"data_offsets":[8,28]}}"#,
        #"{"a":{"dtype":"F32","shape":[1e40],"data_offsets":[0,28]}}"#,
        #"{"a":[]}"#, "[]", "{", "",
    ])
    func refusesImpossibleHeaders(header: String) {
        #expect(throws: WeightsError.self) { try open(Self.file(header)) }
    }

    @Test(arguments: [0, 7, 8, 20]) func refusesShortFiles(length: Int) {
        #expect(throws: WeightsError.self) { try open(Array(Self.file(Self.header).prefix(length))) }
    }

    @Test(arguments: [UInt64.max, UInt64(Int.max), 1 << 40, 29 << 20]) func refusesHugeHeaders(length: UInt64) {
        let bytes = withUnsafeBytes(of: length.littleEndian) { Array($0) } + [UInt8](repeating: 32, count: 64)
        #expect(throws: WeightsError.self) { try open(bytes) }
    }

    /// Whatever the bytes, there is an error or a table whose ranges lie inside the file.
    @Test(arguments: 0..<8 as Range<UInt64>) func damagedFilesAreErrorsOrHaveRangesInside(seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        let original = Self.file(Self.header)
        for _ in 0..<500 {
            let bytes = mutated(original, &generator)
            guard let header = try? open(bytes) else { continue }
            for tensor in header.tensors.values {
                #expect(tensor.range.lowerBound >= 8 && tensor.range.upperBound <= bytes.count)
            }
        }
    }
}
