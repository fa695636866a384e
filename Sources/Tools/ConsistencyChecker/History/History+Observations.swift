package import Domain

extension History {
    /// One connection of a device, with all frames in the order in which they arrived.
    package struct Connection: Sendable {
        package let device: String
        package let user: String
        /// The positions in its hello; `nil` if it had none.
        package let positions: [String: Int]?
        package var frames: [Frame]

        package init(device: String, user: String, positions: [String: Int]?, frames: [Frame] = []) {
            self.device = device
            self.user = user
            self.positions = positions
            self.frames = frames
        }
    }

    package struct Frame: Sendable {
        package let tick: Int
        package let json: JSONValue

        package init(tick: Int, json: JSONValue) {
            self.tick = tick
            self.json = json
        }
    }

    /// One read over REST.
    package struct Read: Sendable {
        package enum Kind: Sendable {
            case chats
            case chat
            case messages
            /// `POST …/read`.
            case markRead
        }
        package let kind: Kind
        package let user: String
        package let device: String
        /// `nil` if the read concerns all chats.
        package let chat: String?
        package let began: Int
        package let ended: Int
        package let status: Int
        package let body: JSONValue

        package init(
            kind: Kind,
            user: String,
            device: String,
            chat: String?,
            began: Int,
            ended: Int,
            status: Int,
            body: JSONValue
        ) {
            self.kind = kind
            self.user = user
            self.device = device
            self.chat = chat
            self.began = began
            self.ended = ended
            self.status = status
            self.body = body
        }
    }

    /// The data that a user fetches at the end, at rest.
    package struct Fetched: Sendable {
        package let user: String
        package var chats: [JSONValue] = []
        package var messages: [String: [JSONValue]] = [:]
        /// The response's status for each chat that isn't in the list.
        package var absent: [String: Int] = [:]
        package var replays: [Replay] = []

        package init(user: String) { self.user = user }
    }

    /// A sync from positions, at the end.
    package struct Replay: Sendable {
        package let positions: [String: Int]
        package let chats: [JSONValue]

        package init(positions: [String: Int], chats: [JSONValue]) {
            self.positions = positions
            self.chats = chats
        }
    }

    /// A device's digest of its positions at the end, and the server's.
    package struct FinalDigest: Sendable {
        package let device: String
        package let own: String
        package let server: String

        package init(device: String, own: String, server: String) {
            self.device = device
            self.own = own
            self.server = server
        }
    }
}

extension History {
    /// A chat as a device fetched it at the beginning. Events above its seq are applied to it.
    package struct Baseline: Sendable {
        package let device: String
        /// When it was requested. Frames since then may be newer.
        package let began: Int
        package let tick: Int
        package let chat: JSONValue
        package let messages: [JSONValue]

        package init(device: String, began: Int, tick: Int, chat: JSONValue, messages: [JSONValue]) {
            self.device = device
            self.began = began
            self.tick = tick
            self.chat = chat
            self.messages = messages
        }
    }
}
