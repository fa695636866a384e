public import Testing

/// How long a case may take until it counts as hanging. No test has another limit: of several, Swift Testing takes the
/// shortest.
extension Trait where Self == TimeLimitTrait {
    /// Cases take seconds, and many times that beside sixteen others on a machine that does other work too.
    public static var standardTimeLimit: Self { .timeLimit(.minutes(2)) }

    /// For cases that work for many seconds on an idle machine: simulations, labelled sets, servers that are killed again
    /// and again. Waiting is no reason.
    public static var longTimeLimit: Self { .timeLimit(.minutes(10)) }
}
