import Crypto
import Domain
import Foundation
import SpotterAPI
import Testing

/// The files of a tar archive, read back as an ordinary `tar` would.
struct ExportedArchive {
    /// By path inside the archive's folder.
    private(set) var files: [String: [UInt8]] = [:]
    private(set) var order: [String] = []

    init(_ bytes: [UInt8]) throws {
        try #require(bytes.count % 512 == 0 && bytes.suffix(1024).allSatisfy { $0 == 0 }, "a whole archive")
        var offset = 0
        var longPath: String?
        while offset < bytes.count, bytes[offset] != 0 {
            let block = Array(bytes[offset..<offset + 512])
            let sum = block.enumerated().reduce(0) { $0 + ((148..<156).contains($1.offset) ? 32 : Int($1.element)) }
            #expect(try Self.octal(block[148..<156]) == sum)
            let size = try Self.octal(block[124..<136])
            let content = Array(bytes[offset + 512..<offset + 512 + size])
            offset += 512 + (size + 511) / 512 * 512
            if block[156] == UInt8(ascii: "x") {
                longPath = Self.paxPath(content)
                continue
            }
            let name = longPath ?? String(decoding: block[..<100].prefix { $0 != 0 }, as: UTF8.self)
            longPath = nil
            let path = name.split(separator: "/").dropFirst().joined(separator: "/")
            #expect(files[path] == nil, "\(path) is there twice")
            #expect(!path.split(separator: "/").contains("..") && !name.hasPrefix("/"))
            files[path] = content
            order.append(path)
        }
    }

    private static func octal(_ bytes: ArraySlice<UInt8>) throws -> Int {
        let digits = bytes.filter { (0x30...0x37).contains($0) }
        return try #require(Int(String(decoding: digits, as: UTF8.self), radix: 8))
    }

    private static func paxPath(_ content: [UInt8]) -> String? {
        for line in String(decoding: content, as: UTF8.self).split(separator: "\n") {
            guard let start = line.firstRange(of: " path=") else { continue }
            return String(line[start.upperBound...])
        }
        return nil
    }

    func content(_ path: String) throws -> [UInt8] { try #require(files[path], "no \(path) among \(order)") }

    func json(_ path: String) throws -> JSONValue {
        let content = try content(path)
        return try #require(JSONValue.parse(content, maxBytes: 16 << 20))
    }

    func decode<Value: Decodable>(_ type: Value.Type, _ path: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(try content(path)))
    }

    /// Everything as text, for what must or mustn't be anywhere.
    var text: String { files.values.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n") }

    /// Holds the manifest to what is there.
    func checkManifest() throws {
        let manifest = try decode(AccountExportManifest.self, "manifest.json")
        #expect(order.last == "manifest.json" && manifest.files.map(\.path) == order.dropLast())
        for file in manifest.files {
            let content = files[file.path] ?? []
            let digest = SHA256.hash(data: content)
            #expect(file.bytes == Int64(content.count) && file.sha256 == Hexadecimal.encode(Array(digest)))
        }
    }
}
