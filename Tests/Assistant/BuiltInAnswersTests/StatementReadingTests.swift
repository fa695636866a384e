import Domain
import Messaging
import Testing

@testable import BuiltInAnswers
@testable import ChatInsights

/// Weights and payments, as people write them.
@Suite struct StatementReadingTests {
    private static let client = UserID(high: 1, low: 1)
    private static let coach = UserID(high: 2, low: 2)

    /// Lines of a chat: `C: ` is the client's, `T: ` the trainer's; a day apart.
    private static func chat(_ lines: [String]) -> [VisibleMessage] {
        lines.enumerated().map { index, line in
            VisibleMessage(
                id: MessageID(high: 3, low: UInt64(index)),
                num: Int64(index),
                seq: Int64(index),
                chatId: ChatID(high: 4, low: 4),
                clientMessageId: "m\(index)",
                senderId: line.hasPrefix("C: ") ? client : coach,
                senderName: "",
                text: String(line.dropFirst(3)),
                sentAt: Timestamp(milliseconds: 1_760_000_000_000 + Int64(index) * 36_000_000)
            )
        }
    }

    @Test(arguments: [
        (["C: the scale said 94.0 today"], [94.0]),
        (["T: What do you weigh?", "C: 79.2"], [79.2]),
        (["C: 108 kilos, before you ask"], [108]),
        (["C: weighed in at 83.4, limit is 85"], [83.4]),
        (["C: La báscula dice 71,5", "C: 70.9 esta mañana"], [71.5, 70.9]),
        (["C: up 2.5 kg, 71.5 on the scale"], [71.5]),
        (["C: وزني اليوم ٩٧ كيلو"], [97]),
        (["C: pinned under a big man, 100 kg"], []),
        (["C: my goal weight is 75"], []), (["C: baby weighs 8.5 kilos now"], []),
        (["C: I weighed in on 31.10.2025 at 82.4"], [82.4]),
        (["C: deadlift 100 kg today"], []), (["C: 45"], []),
        (["C: I weigh 80", "T: How many minutes did you run?", "C: 79"], [80]),
    ])
    func weightsAreRead(lines: [String], values: [Double]) {
        #expect(WeighingReader.read(Self.chat(lines), of: Self.client).map(\.value) == values)
    }

    @Test(arguments: [
        (["C: paid for May"], "paid"), (["C: just transferred june"], "paid"), (["C: Second half sent, $350"], "paid"),
        (["C: paid you £120 today"], "paid"), (["C: te he pagado mayo por transferencia"], "paid"),
        (["C: habe Mai noch nicht überwiesen"], "open"), (["C: Mai ist bezahlt"], "paid"),
        (["C: betalat för maj"], "paid"), (["C: can I pay you later?"], "open"), (["C: I still owe you 40"], "open"),
        (["T: Invoice #7 for $90 is still open."], "open"), (["T: four in March, so $380 due Friday"], "due"),
        (["C: sent 90 today", "T: Got the 90. So 90 left."], "open"),
        (["C: paid for May", "T: Received, thanks!"], "paid"),
        (["C: Entry fee paid, no way back"], nil), (["C: paid 1000 yen to change class"], nil),
        (["C: did you get paid?"], nil), (["C: the huts are paid"], nil), (["C: sent you the video"], nil),
        (["T: $700 for ten, or $75 each"], nil),
    ])
    func paymentsAreRead(lines: [String], state: String?) {
        let last = PaymentReader.read(Self.chat(lines), payer: Self.client).last
        #expect(last.map { "\($0.state)" } == state)
    }
}
