import Domain
import Foundation
import Testing

@testable import TimeExpressions

@Suite struct TimeExpressionsWireTests {
    private func json(_ text: String) throws -> String {
        let parser = try #require(TimeExpressionParser.at("2026-03-11T13:15:00Z", "America/New_York"))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(parser.parse(text)), as: UTF8.self)
    }

    @Test func exampleOfTheContract() throws {
        #expect(
            try json("next tuesday at half nine")
                == #"{"ambiguous":false,"endLocal":null,"endUtc":null,"kind":"instant","local":"2026-03-17T09:30","#
                + #""minutes":null,"note":null,"rrule":null,"utc":"2026-03-17T13:30:00Z"}"#
        )
    }

    @Test func noneHasAllKeys() throws {
        #expect(
            try json("6 to 8 weeks")
                == #"{"ambiguous":false,"endLocal":null,"endUtc":null,"kind":"none","local":null,"minutes":null,"#
                + #""note":null,"rrule":null,"utc":null}"#
        )
    }

    @Test func intervalHasBothEnds() throws {
        #expect(
            try json("this weekend")
                == #"{"ambiguous":false,"endLocal":"2026-03-16T00:00","endUtc":"2026-03-16T04:00:00Z","kind":"interval","#
                + #""local":"2026-03-14T00:00","minutes":null,"note":null,"rrule":null,"utc":"2026-03-14T04:00:00Z"}"#
        )
    }

    @Test func survivesTheWire() throws {
        let parser = try #require(TimeExpressionParser.at("2026-03-11T13:15:00Z", "America/New_York"))
        for text in ["tomorrow at 3pm", "tonight", "90 minutes", "every Tuesday at 9", "hello"] {
            var reading = parser.parse(text)
            let decoded = try JSONDecoder().decode(ParsedTime.self, from: JSONEncoder().encode(reading))
            reading.statesClockTime = false
            reading.statesDay = false
            reading.doubts = []
            #expect(decoded == reading)
        }
    }

    @Test func parsedTimesHaveTypedValues() throws {
        let parser = try #require(TimeExpressionParser.at("2026-03-11T13:15:00Z", "America/New_York"))
        let call = parser.parse("tomorrow at 3pm for 45 minutes")
        #expect(call.startsAt?.description == "2026-03-12T19:00:00.000Z")
        #expect(call.durationMinutes == 45)
        #expect(call.instant == nil)
        #expect(call.statesClockTime)
        let day = parser.parse("tomorrow")
        #expect(day.startsAt?.description == "2026-03-12T04:00:00.000Z")
        #expect(day.endsAt?.description == "2026-03-13T04:00:00.000Z")
        #expect(!day.statesClockTime)
        #expect(!parser.parse("in 3 days").statesClockTime)
        #expect(parser.parse("in 3 hours").statesClockTime)
        #expect(parser.parse("3pm").instant == parser.parse("3pm").startsAt)
    }
}
