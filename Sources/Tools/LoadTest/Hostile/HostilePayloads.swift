import Domain
import Foundation
import SpotterAPI

/// What the connections of a hostile account write: made once, so that an attack costs the load tool little.
///
/// Confined to the thread of its client.
final class HostilePayloads {
    /// Ten thousand characters of four bytes.
    static let longText = String(repeating: "🏋", count: 10_000)

    private let target: HostileTarget
    private let host: String
    /// Makes the ids of uploads unique.
    private let run = UUID().uuidString.prefix(8)
    private let pictures: [[UInt8]]
    private let file: [UInt8]
    private let array: [UInt8]
    private let queries: [[UInt8]]

    init(_ target: HostileTarget, host: String) {
        (self.target, self.host) = (target, host)
        let attacks = Set(target.attacks)
        // Of 392 MB once decoded, which is refused; of 196 and of 256 MB, which aren't.
        pictures =
            attacks.contains(.pictures)
            ? [(7000, 16), (7000, 8), (5790, 16)].map { BlackPNG(side: $0, depth: $1).bytes } : []
        file = attacks.contains(.uploads) ? [UInt8](repeating: 0xA5, count: 10_000_000) : []
        array = Array(#"{"data":["#.utf8) + Array(repeatElement("1,", count: 499_000).joined().utf8) + Array("1]}".utf8)
        let words = (0..<200).map { "knee\($0)" }.joined(separator: " ")
        let bodies = ["hybrid", "text", "semantic"].flatMap { mode in
            [words, "knee pain squats", String(repeating: "k", count: 10_000)].map {
                #"{"query":"\#($0)","limit":50,"mode":"\#(mode)"}"#
            }
        }
        queries = bodies.map { Array($0.utf8) }
    }

    /// The parts of a connection's next request, to be written one after the other.
    func request(_ attack: HostileAttack, _ number: Int) -> [[UInt8]] {
        switch attack {
        case .history:
            return [head("GET", "/v1/chats/\(target.chat)/messages?limit=200")]
        case .downloads:
            return [head("GET", "/v1/media/\(target.file)/content")]
        case .pictures:
            let picture = pictures[number % pictures.count]
            let path = "/v1/media?clientMediaId=\(run)-p\(number)&fileName=p.png"
            return [head("POST", path, type: "application/octet-stream", length: picture.count), picture]
        case .searches:
            return json("POST", "/v1/search", queries[number % queries.count])
        case .uploads:
            let path = "/v1/media?clientMediaId=\(run)-f\(number)&fileName=f.bin"
            return [head("POST", path, type: "application/octet-stream", length: file.count), file]
        case .logins:
            // Half of the wrong ones are for accounts that don't exist.
            let email = number % 4 == 3 ? "nobody\(number)@bench.example" : target.email
            let password = number % 2 == 0 ? target.password : "wrong-\(number)-password"
            let body = Array(#"{"email":"\#(email)","password":"\#(password)"}"#.utf8)
            return json("POST", "/v1/auth/login", body, isKnown: false)
        case .callables:
            let path = number % 2 == 0 ? "/chatWithAI" : "/semanticSearch"
            return json("POST", path, array, isKnown: number % 4 == 3)
        case .reads:
            return [head("GET", number % 2 == 0 ? "/v1/chats" : "/v1/contacts")]
        case .sends:
            return [ClientFrames.upgrade(host: host)]
        }
    }

    /// What a socket writes first.
    func hello(_ key: Int) -> [UInt8] {
        let hello = ClientFrame.Hello(token: Secret(target.token), deviceId: "hostile-\(key)")
        return FrameWriter.frame(ClientFrames.payload(.hello(hello)))
    }

    func messages(_ key: Int) -> SendTemplate { SendTemplate(chat: target.chat, socket: key, text: Self.longText) }

    private func json(_ method: String, _ path: String, _ body: [UInt8], isKnown: Bool = true) -> [[UInt8]] {
        [head(method, path, type: "application/json", length: body.count, isKnown: isKnown), body]
    }

    private func head(
        _ method: String,
        _ path: String,
        type: String? = nil,
        length: Int? = nil,
        isKnown: Bool = true
    ) -> [UInt8] {
        var lines = ["\(method) \(path) HTTP/1.1", "Host: \(host)", "X-Forwarded-For: \(HostileTarget.forwardedFor)"]
        if isKnown { lines.append("Authorization: Bearer \(target.token)") }
        if let type { lines.append("Content-Type: \(type)") }
        if let length { lines.append("Content-Length: \(length)") }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }
}
