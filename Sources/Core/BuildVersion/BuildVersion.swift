/// Which Spotter this is.
public enum BuildVersion {
    /// The release that this is, or that comes next.
    public static let release = "0.2.0"

    /// The release and the commit that was built, such as `0.2.0 (5a1b2c3d4e)`, or `0.2.0 (5a1b2c3d4e with changes)` if
    /// the sources differed from it; only the release if it was built outside of a clone.
    public static let description = builtCommit.map { "\(release) (\($0))" } ?? release
}
