import NIOCore
import Testing

@testable import Live

@Suite struct BusEchoTests {
    /// The lag is that of what came back last, and grows while nothing does.
    @Test func theLagGrowsWhileNothingComesBack() {
        func at(_ milliseconds: Int64) -> NIODeadline {
            .uptimeNanoseconds(1_000_000_000) + .milliseconds(milliseconds)
        }
        var echo = BusEcho()
        #expect(echo.lag(at: at(0)) == nil)
        echo.published(1, at: at(0))
        #expect(echo.lag(at: at(5)) == .milliseconds(5))
        echo.returned(1, at: at(8))
        #expect(echo.lag(at: at(500)) == .milliseconds(8))
        echo.published(2, at: at(1000))
        #expect(echo.lag(at: at(1003)) == .milliseconds(8))
        #expect(echo.lag(at: at(3000)) == .seconds(2) && !echo.isCutOff(at: at(3000)))
        #expect(echo.isCutOff(at: at(3008)))
    }
}
