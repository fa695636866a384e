import Foundation

/// kitty's graphics protocol. Every command asks for no answer (`q=2`), which would arrive as keys.
public enum KittyGraphics {
    /// The most that a command may carry.
    private static let maxChunk = 4096

    /// Gives the terminal a picture, which it doesn't show yet.
    static func transmission(of pixels: Pixels, number: UInt32) -> String {
        let bytes = pixels.points.flatMap { [$0.red, $0.green, $0.blue] }
        var rest = Data(bytes).base64EncodedString()[...]
        var keys = "a=t,f=24,s=\(pixels.width),v=\(pixels.height),i=\(number),"
        var text = ""
        repeat {
            let chunk = rest.prefix(maxChunk)
            rest = rest.dropFirst(maxChunk)
            text += "\u{1B}_G\(keys)q=2,m=\(rest.isEmpty ? 0 : 1);\(chunk)\u{1B}\\"
            keys = ""
        } while !rest.isEmpty
        return text
    }

    /// Shows a picture at the cursor, which stays.
    /// - Parameter place: tells several places of one picture apart; from 1.
    public static func placement(_ number: UInt32, place: Int, columns: Int, rows: Int) -> String {
        "\u{1B}_Ga=p,i=\(number),p=\(place),c=\(columns),r=\(rows),C=1,q=2\u{1B}\\"
    }

    /// Takes a picture off the screen, and keeps it for other places.
    public static func removal(_ number: UInt32) -> String { "\u{1B}_Ga=d,d=i,i=\(number),q=2\u{1B}\\" }

    /// Takes a picture off the screen and out of the terminal's memory.
    public static func deletion(_ number: UInt32) -> String { "\u{1B}_Ga=d,d=I,i=\(number),q=2\u{1B}\\" }
}
