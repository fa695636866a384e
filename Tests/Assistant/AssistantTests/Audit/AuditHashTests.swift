import Domain
import Testing

@testable import Assistant

/// Logs of servers without a key must still verify when they are sealed, so the hash of their time may never change.
@Suite struct AuditHashTests {
    private func record(_ arguments: String) throws -> UnkeyedAuditRecord {
        UnkeyedAuditRecord(
            position: 7,
            id: try #require(ID("0195a1b2-0000-7000-8000-000000000001")),
            ownerId: try #require(ID("0195a1b2-0000-7000-8000-000000000002")),
            proposalId: try #require(ID("0195a1b2-0000-7000-8000-000000000003")),
            tool: "scheduleCall",
            arguments: arguments,
            state: "executed",
            door: "rest",
            actorId: try #require(ID("0195a1b2-0000-7000-8000-000000000002")),
            at: Timestamp(milliseconds: 1_773_000_000_123),
            previousHash: AuditRecord.genesis
        )
    }

    @Test(arguments: [
        (
            #"{"durationMinutes":30,"title":"Call"}"#,
            "baa91c2edde998baf258c27c225628ed8eb40da46e0aeeccdd6122494b26fbb6"
        ),
        (
            #"{"title":"\b\f\n\r\t\u0001\"\\/é\u2028😀","é":null,"z":[true,-9007199254740993,{}],"\uFFFD":1,"😀":2,"Z":""}"#,
            "e76c44193b8f9b16b967f9b63a21dabc0899a3c95e1d2f89c4026764ecf457da"
        ),
    ]
    )
    func theHashOfARecordIsWhatTheFirstVersionComputed(arguments: String, expected: String) throws {
        let hash = try record(arguments).computedHash()
        #expect(hash == expected)
    }
}
