import Domain
import Glibc
import SpotterAPI

/// One connection of a load, with its counts. Confined to its loop's thread.
final class LoadSocket {
    enum State: Sendable { case closed, connecting, securing, upgrading, greeting, open }

    let key: Int
    var plan: SocketPlan { didSet { hello = Self.hello(key, plan) } }
    let template: SendTemplate
    private lazy var receipt = ReadReceiptTemplate(chat: plan.chat)
    /// Encoded ahead, so that a log-in isn't measured with it.
    private(set) var hello: [UInt8]
    var state = State.closed
    var descriptor: Int32 = -1
    /// `nil` unless the server encrypts.
    var tls: TLSConnection?
    /// When connecting began.
    var startedAt: Int64 = 0

    // MARK: Reading
    /// The beginning of an incomplete frame.
    var rest: [UInt8] = []

    // MARK: Writing
    var out: [UInt8] = []
    var written = 0
    var isDirty = false
    var waitsForRoom = false
    var nextDue: Int64 = 0

    // MARK: Counts, since the socket was planned
    var number: Int64 = 0
    var inFlight = 0
    var acked = 0
    var refused = 0
    var delivered = 0
    var deliveredBytes = 0
    /// Events whose seq wasn't higher than the one before.
    var outOfOrder = 0
    var lastSeq: Int64 = 0
    var resyncs = 0
    /// Numbers of acked sends, if the scenario keeps them.
    var ackedNumbers: [Int64] = []

    init(key: Int, plan: SocketPlan, text: String, _ clientIDs: ClientIDKind = .ordered) {
        self.key = key
        self.plan = plan
        template = SendTemplate(chat: plan.chat, socket: key, text: text, clientIDs: clientIDs)
        hello = Self.hello(key, plan)
    }

    private static func hello(_ key: Int, _ plan: SocketPlan) -> [UInt8] {
        let hello = ClientFrame.Hello(
            token: Secret(plan.token),
            deviceId: "load-\(key)",
            positions: plan.position.map { [plan.chat: $0] }
        )
        return FrameWriter.frame(ClientFrames.payload(.hello(hello)))
    }

    func appendReadReceipt() { out += receipt.frame(seq: lastSeq) }

    /// A copy for other threads.
    struct Outcome: Sendable {
        let key: Int
        let chat: ChatID
        let isOpen: Bool
        let sent: Int64
        let acked: Int
        let ackedNumbers: [Int64]
        let refused: Int
        let delivered: Int
        let deliveredBytes: Int
        let outOfOrder: Int
        let lastSeq: Int64
        let resyncs: Int
    }

    var outcome: Outcome {
        Outcome(
            key: key,
            chat: plan.chat,
            isOpen: state == .open,
            sent: number,
            acked: acked,
            ackedNumbers: ackedNumbers,
            refused: refused,
            delivered: delivered,
            deliveredBytes: deliveredBytes,
            outOfOrder: outOfOrder,
            lastSeq: lastSeq,
            resyncs: resyncs
        )
    }
}
