import Foundation

/// The speed of one of the encoder's kernels by itself, at the encoder's sizes, on one thread.
public struct KernelBenchmark: Encodable, Sendable, CustomStringConvertible {
    public let name: String
    public let value: Double
    public let unit: String

    public var description: String {
        "\(name.padding(toLength: max(44, name.count + 1), withPad: " ", startingAt: 0))\(value) \(unit)"
    }

    /// Measures every kernel: the median of the calls that fit into `seconds` for each. Blocks.
    public static func all(
        kernels: EncoderKernels,
        precision: EncoderPrecision,
        seconds: Double
    ) -> [KernelBenchmark] {
        let shape = MiniLMShape.miniLML6
        let runner = KernelRunner(math: kernels.math(precision), shape: shape, seconds: seconds)
        var results: [KernelBenchmark] = []
        for rows in [8, 16, 128] {
            results.append(runner.linear(rows, shape.hidden, 3 * shape.hidden, .nothing))
            results.append(runner.linear(rows, shape.hidden, shape.hidden, .add))
            results.append(runner.linear(rows, shape.hidden, shape.feedForward, .nothing))
            results.append(runner.linear(rows, shape.hidden, shape.feedForward, .gelu))
            results.append(runner.linear(rows, shape.feedForward, shape.hidden, .add))
        }
        results += [8, 16, 64, 256].map(runner.attention)
        return results + [runner.normalise(rows: 128), runner.pool(rows: 16)]
    }
}

private struct KernelRunner {
    let math: any EncoderMath
    let shape: MiniLMShape
    let seconds: Double

    func linear(_ rows: Int, _ inputs: Int, _ outputs: Int, _ step: LinearStep) -> KernelBenchmark {
        let layer = math.layer(
            weights: filled(inputs * outputs),
            bias: filled(outputs),
            inputs: inputs,
            outputs: outputs,
            in: filled(math.layerSize(inputs: inputs, outputs: outputs))
        )
        let (x, y) = (filled(rows * inputs), filled(rows * outputs))
        let scratch = filled(math.layerScratch(inputs: inputs))
        let time = median {
            math.apply(layer, to: x.floats, rows: rows, then: step, into: y.floats, scratch: scratch)
        }
        let suffix =
            switch step {
            case .nothing: ""
            case .gelu: " + GELU"
            case .add: " + residual"
            }
        return gigaflops("linear \(rows) × \(inputs) × \(outputs)\(suffix)", Double(2 * rows * inputs * outputs) / time)
    }

    /// QKᵀ, softmax and ·V of all heads of one text.
    func attention(tokens: Int) -> KernelBenchmark {
        let (input, output) = (filled(tokens * 3 * shape.hidden), filled(tokens * shape.hidden))
        let scratch = filled(math.attentionScratch(shape))
        let time = median {
            math.attend(input.floats, tokens: tokens, shape: shape, into: output.floats, scratch: scratch)
        }
        return gigaflops("attention with softmax, \(tokens) tokens", Double(4 * tokens * tokens * shape.hidden) / time)
    }

    func normalise(rows: Int) -> KernelBenchmark {
        let norm = LayerNorm(weight: filled(shape.hidden), bias: filled(shape.hidden), epsilon: shape.epsilon)
        let x = filled(rows * shape.hidden)
        let time = median { math.normalise(x.floats, count: rows, width: shape.hidden, with: norm) }
        return gigabytes("layer norm, \(rows) rows", Double(2 * rows * shape.hidden * 4) / time)
    }

    func pool(rows: Int) -> KernelBenchmark {
        let (x, vector) = (filled(rows * shape.hidden), filled(shape.hidden))
        let time = median { math.pool(x.floats, count: rows, width: shape.hidden, into: vector.floats) }
        return gigabytes("mean and length 1, \(rows) rows", Double(rows * shape.hidden * 4) / time)
    }

    private func filled(_ count: Int) -> FloatBuffer {
        let buffer = FloatBuffer(count: count)
        for index in 0..<count { buffer.floats[index] = Float((index &* 37) % 101) / 101 - 0.5 }
        return buffer
    }

    private func median(_ body: () -> Void) -> Double {
        body()
        var times: [Double] = []
        let end = ContinuousClock.now + .seconds(seconds)
        repeat {
            let begin = ContinuousClock.now
            // A single call may be too short for the clock to measure.
            for _ in 0..<8 { body() }
            times.append((ContinuousClock.now - begin) / .seconds(8))
        } while ContinuousClock.now < end
        return times.sorted()[times.count / 2]
    }

    private func gigaflops(_ name: String, _ perSecond: Double) -> KernelBenchmark {
        KernelBenchmark(name: name, value: (perSecond / 1e8).rounded() / 10, unit: "GFLOP/s")
    }

    private func gigabytes(_ name: String, _ perSecond: Double) -> KernelBenchmark {
        KernelBenchmark(name: name, value: (perSecond / 1e8).rounded() / 10, unit: "GB/s")
    }
}
