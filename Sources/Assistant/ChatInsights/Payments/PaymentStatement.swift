package import Domain
import Foundation
package import Messaging

/// What a message says about money between a client and their trainer, in so many words.
package struct PaymentStatement: Sendable {
    package enum State: Sendable {
        /// "Second half sent", "received, thank you".
        case paid
        /// "You still owe 85", "can I pay later?", "£120 to go".
        case open
        /// A sum that was asked for, without a word about whether it came: "four in March, so $380".
        case due
    }

    package let message: VisibleMessage
    package let state: State
    /// The months that it's for, 1 to 12; empty if it names none.
    package var months: Set<Int>
}

/// Reads a chat's statements about payments. What is said about other money, as about an entry fee, is none.
package struct PaymentReader: Sendable {
    /// How many messages later a reply still belongs to what was said.
    private static let reach = 3
    private static let reachMs: Int64 = 3 * 86_400_000

    let payer: UserID
    private var statements: [PaymentStatement] = []
    private var sinceLast = Int.max

    /// - Parameters:
    ///   - messages: of one chat, oldest first.
    ///   - payer: the client.
    package static func read(_ messages: [VisibleMessage], payer: UserID) -> [PaymentStatement] {
        var reader = PaymentReader(payer: payer)
        for message in messages { reader.take(message) }
        return reader.statements
    }

    private init(payer: UserID) { self.payer = payer }

    private mutating func take(_ message: VisibleMessage) {
        sinceLast = sinceLast == .max ? .max : sinceLast + 1
        let before = statements.last.flatMap { last -> PaymentStatement? in
            let isNear = message.sentAt.milliseconds(since: last.message.sentAt) <= Self.reachMs
            return sinceLast <= Self.reach && isNear ? last : nil
        }
        let sentences = PaymentSentence.all(in: message.text)
        let isPayer = message.senderId == payer
        let states = sentences.compactMap { sentence in
            isPayer ? sentence.payersState(after: before?.state) : sentence.payeesState(after: before?.state)
        }
        guard let state = states.max(by: { Self.weight($0) < Self.weight($1) }) else { return }
        var months = sentences.reduce(into: Set<Int>()) { $0.formUnion($1.months) }
        if months.isEmpty, let before { months = before.months }
        statements.append(PaymentStatement(message: message, state: state, months: months))
        sinceLast = 0
    }

    /// "Got the 90. So 90 left": what is left outweighs what came.
    private static func weight(_ state: PaymentStatement.State) -> Int {
        switch state {
        case .due: 0
        case .paid: 1
        case .open: 2
        }
    }
}
