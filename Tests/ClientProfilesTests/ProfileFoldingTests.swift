import Testing

@testable import ClientProfiles

@Suite struct ProfileFoldingTests {}
