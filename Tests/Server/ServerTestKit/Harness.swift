// Tests use `RESTClient` and `RawSocket` as parts of this kit.
@_exported public import ServerHarness
