import Domain
import Testing

@Suite struct ModelErrorTests {
    @Test(
        arguments: [
            (.unavailable, .modelUnavailable, true),
            (.rateLimited(retryAfter: .milliseconds(9)), .modelRateLimited, true),
            (.timeout, .modelTimeout, true), (.interrupted, .modelInterrupted, true),
            (.rejected, .modelUnavailable, false), (.misconfigured, .modelUnavailable, false),
            (.authentication, .modelUnavailable, false),
            (.protocolViolation, .modelUnavailable, false),
        ] as [(ModelError.Code, ErrorCode, Bool)]
    )
    func everyCodeHasItsPlaceInTheRegistry(code: ModelError.Code, expected: ErrorCode, retryable: Bool) {
        let error = ModelError(code, "Do this.").spotterError
        #expect(error.code == expected && error.retryable == retryable && error.message == "Do this.")
        #expect((error.retryAfterMs == 9) == (expected == .modelRateLimited))
    }
}
