/// Makes a zip archive of a chat's text and its files, as WhatsApp exports them. Nothing is compressed.
public struct ChatArchive {
    private var bytes: [UInt8] = []
    private var directory: [UInt8] = []
    private var count: UInt16 = 0

    /// - Parameter text: the chat's text.
    public init(text: [UInt8]) { add("_chat.txt", text) }

    /// The archive's size so far.
    public var size: Int { bytes.count + directory.count }

    /// Adds a file. Sizes beyond what an archive can hold are cut to its limits, and the reader refuses them.
    public mutating func add(_ name: String, _ content: [UInt8]) {
        let name = Array(name.utf8)
        let offset = UInt32(clamping: bytes.count)
        let size = UInt32(clamping: content.count)
        var shared: [UInt8] = []
        // Version 2.0, names in UTF-8, stored, no time.
        for value: UInt16 in [20, 0x0800, 0, 0, 0x21] { shared.append(value) }
        for value: UInt32 in [Inflate.crc32(of: content), size, size] { shared.append(value) }
        shared.append(UInt16(clamping: name.count))
        shared.append(UInt16(0))
        bytes.append(UInt32(0x0403_4B50))
        bytes += shared + name + content
        directory.append(UInt32(0x0201_4B50))
        directory.append(UInt16(20))
        directory += shared
        for value: UInt16 in [0, 0, 0] { directory.append(value) }
        directory.append(UInt32(0))
        directory.append(offset)
        directory += name
        count += 1
    }

    public func finished() -> [UInt8] {
        var end: [UInt8] = []
        end.append(UInt32(0x0605_4B50))
        for value: UInt16 in [0, 0, count, count] { end.append(value) }
        end.append(UInt32(clamping: directory.count))
        end.append(UInt32(clamping: bytes.count))
        end.append(UInt16(0))
        return bytes + directory + end
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ value: UInt16) { self += [UInt8(truncatingIfNeeded: value), UInt8(value >> 8)] }
    fileprivate mutating func append(_ value: UInt32) {
        append(UInt16(truncatingIfNeeded: value))
        append(UInt16(value >> 16))
    }
}
