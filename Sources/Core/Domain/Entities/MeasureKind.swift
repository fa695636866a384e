/// What is measured. A trainer's own kinds have names of their own beside these (`CustomMeasure`).
public enum MeasureKind: String, Sendable, Codable, CaseIterable {
    case weight
    case waist
    case hips
    case chest
    case thigh
    case arm
    case neck
    case shoulders
    case forearm
    case calf
    case bodyFat
    case restingPulse
    /// The value is the systolic one.
    case bloodPressure
    case sleep
    case steps
    case mood
    case stress
    case energy
    /// With the place.
    case pain
    /// How hard a session was, on the scale of perceived exertion (RPE).
    case effort
    /// With the exercise. The value is the weight.
    case lift
    /// The value is the distance.
    case run

    /// The unit in which values are compared.
    public var unit: MeasureUnit {
        switch self {
        case .weight, .lift: .kilogram
        case .waist, .hips, .chest, .thigh, .arm, .neck, .shoulders, .forearm, .calf: .centimetre
        case .bodyFat: .percent
        case .restingPulse: .beatsPerMinute
        case .bloodPressure: .millimetreOfMercury
        case .sleep: .hour
        case .steps: .steps
        case .mood, .stress, .energy, .pain, .effort: .points
        case .run: .kilometre
        }
    }

    /// Values, in `unit`, that somebody may have. Others are taken for mistakes.
    public var range: ClosedRange<Double> {
        switch self {
        case .weight: 30...300
        case .waist, .hips, .chest: 40...220
        case .thigh: 25...120
        case .arm: 15...80
        case .neck, .calf: 20...70
        case .shoulders: 70...200
        case .forearm: 12...60
        case .bodyFat: 2...70
        case .restingPulse: 25...130
        case .bloodPressure: 70...250
        case .sleep: 0...20
        case .steps: 1...120_000
        case .mood, .stress, .energy, .pain: 0...10
        case .effort: 1...10
        case .lift: 0.5...600
        case .run: 0.1...200
        }
    }
}
