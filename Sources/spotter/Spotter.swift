@main struct Spotter { static func main() {} }
