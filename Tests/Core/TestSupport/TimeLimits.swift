public import Testing

/// How long a case may take until it counts as hanging. No test has another limit: of several, Swift Testing takes the
/// shortest.
extension Trait where Self == TimeLimitTrait {
    /// Cases take less than twenty seconds beside others, and five times that on a machine that does much else.
    public static var standardTimeLimit: Self { .timeLimit(.minutes(2)) }

    /// For suites with a case that works longer: simulations, labelled sets, servers that are killed again and again.
    /// Waiting is no reason.
    public static var longTimeLimit: Self { .timeLimit(.minutes(10)) }
}
