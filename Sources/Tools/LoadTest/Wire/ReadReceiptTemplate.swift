import Domain
import SpotterAPI

/// A `receipt.read` frame, encoded once, whose `seq` is filled in.
struct ReadReceiptTemplate {
    private let head: [UInt8]
    private let tail: [UInt8]

    init(chat: ChatID) {
        let payload = ClientFrames.payload(.read(chat, seq: 0))
        let seq = FrameTemplate.end(of: #""seq":"#, in: payload)
        head = Array(payload[..<seq])
        tail = Array(payload[(seq + 1)...])
    }

    func frame(seq: Int64) -> [UInt8] { FrameWriter.frame(head + Array("\(seq)".utf8) + tail) }
}
