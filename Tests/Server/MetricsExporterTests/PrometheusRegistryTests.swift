import CoreMetrics
import MetricsExporter
import Synchronization
import Testing

@Suite struct PrometheusRegistryTests {
    @Test func countersAndGaugesAreExportedInTheirOrderWithHelp() {
        let registry = PrometheusRegistry([
            MetricDescription("b_total", help: "The second letter."), MetricDescription("a", help: "The first letter."),
        ])
        Gauge(label: "a", factory: registry).record(2.5)
        Meter(label: "z", factory: registry).set(-1)
        let counter = Counter(label: "b_total", factory: registry)
        counter.increment()
        counter.increment(by: 2)
        FloatingPointCounter(label: "c_total", factory: registry).increment(by: 0.5)
        #expect(
            registry.text == """
                # HELP b_total The second letter.
                # TYPE b_total counter
                b_total 3.0
                # HELP a The first letter.
                # TYPE a gauge
                a 2.5
                # TYPE c_total counter
                c_total 0.5
                # TYPE z gauge
                z -1.0

                """
        )
    }

    @Test func oneNameAndItsDimensionsAreOneMetric() {
        let registry = PrometheusRegistry()
        for _ in 0..<3 {
            Counter(label: "n", dimensions: [("x", "1"), ("a", "q\"\\\n")], factory: registry).increment()
        }
        Counter(label: "n", dimensions: [("x", "0")], factory: registry).increment()
        #expect(
            registry.text == """
                # TYPE n counter
                n{a="q\\"\\\\\\n",x="1"} 3.0
                n{x="0"} 1.0

                """
        )
    }

    @Test func timersAndRecordersAreHistograms() {
        let registry = PrometheusRegistry()
        let timer = Timer(label: "t", factory: registry)
        timer.recordMilliseconds(7)
        timer.recordSeconds(1)
        timer.recordSeconds(60)
        let lines = registry.text.split(separator: "\n").map(String.init)
        #expect(lines.first == "# TYPE t histogram")
        #expect(lines.contains(#"t_bucket{le="0.005"} 0.0"#))
        #expect(lines.contains(#"t_bucket{le="0.01"} 1.0"#))
        #expect(lines.contains(#"t_bucket{le="1.0"} 2.0"#))
        #expect(lines.contains(#"t_bucket{le="10.0"} 2.0"#))
        #expect(lines.contains(#"t_bucket{le="+Inf"} 3.0"#))
        #expect(lines.suffix(2) == ["t_sum 61.007", "t_count 3.0"])
        Recorder(label: "t", factory: registry).record(0.001)
        #expect(registry.text.contains("t_count 4.0"))
    }

    @Test func aNameKeepsItsFirstType() {
        let registry = PrometheusRegistry()
        Counter(label: "n", factory: registry).increment()
        Gauge(label: "n", dimensions: [("x", "1")], factory: registry).record(7)
        Gauge(label: "n", factory: registry).record(7)
        #expect(registry.text == "# TYPE n counter\nn 1.0\n")
    }

    @Test func destroyedMetricsAreGone() {
        let registry = PrometheusRegistry()
        let counter = Counter(label: "n", factory: registry)
        Gauge(label: "g", factory: registry).record(1)
        counter.destroy()
        #expect(registry.text == "# TYPE g gauge\ng 1.0\n")
    }

    @Test func registriesAreIndependent() {
        let (one, other) = (PrometheusRegistry(), PrometheusRegistry())
        Counter(label: "n", factory: one).increment()
        #expect(other.text == "")
    }

    @Test func readingsAreReadAtEachExport() {
        let registry = PrometheusRegistry()
        let value = Mutex<Double?>(nil)
        registry.export("r", .gauge) { value.withLock { $0 } }
        registry.export("n_total", .counter, dimensions: [("a", "1")]) { 7 }
        #expect(registry.text == "# TYPE n_total counter\nn_total{a=\"1\"} 7.0\n# TYPE r gauge\n")
        value.withLock { $0 = 2 }
        #expect(registry.text.hasSuffix("# TYPE r gauge\nr 2.0\n"))
    }
}
