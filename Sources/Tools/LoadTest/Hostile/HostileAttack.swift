/// What a hostile account does at full speed, each over connections of its own.
package enum HostileAttack: String, CaseIterable, Codable, Sendable {
    case history, downloads, pictures, searches, sends, uploads, logins, callables, reads

    /// What it does, for `--help`.
    package var description: String {
        switch self {
        case .history: "600 connections that ask for a page of 1 MB of history and never read"
        case .downloads: "300 connections that ask for a file of 20 MB and never read"
        case .pictures: "8 connections that upload pictures of up to 49 million pixels"
        case .searches: "16 connections that search for as many words as a query may have, in every mode"
        case .sends: "8 sockets that write messages of 40 KB without waiting"
        case .uploads: "4 connections that upload files of 10 MB"
        case .logins: "16 connections that log in, with the right password and with wrong ones"
        case .callables: "16 connections that send arrays to callables, most without a token"
        case .reads: "16 connections that list chats and people"
        }
    }

    var connections: Int {
        switch self {
        case .history: 600
        case .downloads: 300
        case .searches, .logins, .callables, .reads: 16
        case .pictures, .sends: 8
        case .uploads: 4
        }
    }

    /// Whether its connections never read an answer.
    var neverReads: Bool { self == .history || self == .downloads }
}
