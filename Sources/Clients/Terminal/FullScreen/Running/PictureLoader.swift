import Domain
import Pictures
import SpotterClient

/// Fetches previews and makes them what the terminal takes. Works on one at a time, away from the keys.
actor PictureLoader {
    private let engine: SyncEngine
    /// The points of the previews that were shown last, so that another size doesn't decode them again.
    private var decoded: [(media: MediaID, pixels: Pixels)] = []
    private var lastNumber = firstNumber

    /// Above what other programs in the terminal begin with.
    private static let firstNumber: UInt32 = 0x5350_0000
    private static let maxDecoded = 32
    /// In pixels: larger ones are kept in this size, 256 KiB.
    private static let maxSide = 256

    init(engine: SyncEngine) { self.engine = engine }

    /// - Returns: `nil` if it can't be fetched or read.
    func picture(_ key: PictureShelf.Key, of message: MessageID, in chat: ChatID) async -> PreparedPicture? {
        guard let pixels = await pixels(of: key.media, message, chat) else { return nil }
        lastNumber &+= 1
        return PreparedPicture(
            pixels,
            number: lastNumber,
            columns: key.columns,
            rows: key.rows,
            encoding: key.display.encoding,
            ground: key.display.ground,
            cell: key.display.cell
        )
    }

    private func pixels(of media: MediaID, _ message: MessageID, _ chat: ChatID) async -> Pixels? {
        if let known = decoded.first(where: { $0.media == media }) { return known.pixels }
        let fetched = try? await engine.preview(of: media, in: message, chat, maxBytes: PictureDecoder.maxBytes)
        guard let fetched, let pixels = try? PictureDecoder.decode(fetched).limited(toSide: Self.maxSide) else {
            return nil
        }
        decoded.append((media, pixels))
        if decoded.count > Self.maxDecoded { decoded.removeFirst() }
        return pixels
    }
}
