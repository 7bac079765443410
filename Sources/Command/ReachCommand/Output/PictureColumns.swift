// SPDX-License-Identifier: Apache-2.0

/// A row of a picture, cut into columns of the same width.
struct PictureColumns {
    /// What each column shows: what lasts the longest in it, outages aside; `nil` for nothing.
    private let kinds: [Timeline.Kind?]
    /// The outage that each column shows, however short it is; `nil` for none. Offline counts more than no internet.
    private let outages: [Timeline.Kind?]

    /// - Parameter spans: the spans of the row, in the order of time.
    init(_ spans: ArraySlice<PathHistory.Span>, of row: Timeline.Row, count: Int) {
        let columns = Int64(count)
        func start(_ column: Int64) -> Int64 { row.from + column * row.duration / columns }
        var times = [[Int64]](
            repeating: Array(repeating: 0, count: Timeline.Kind.allCases.count), count: count)
        var outages = [Timeline.Kind?](repeating: nil, count: count)
        for span in spans {
            let (from, to) = (max(span.from, row.from), min(span.to, row.to))
            guard to > from else { continue }
            let kind = Timeline.Kind(span.state)
            var column = (from - row.from) * columns / max(1, row.duration)
            // Divisions are rounded down, so the column of a time can begin after it.
            while column > 0, start(column) > from { column -= 1 }
            while column < columns, start(column) < to {
                let time = min(to, start(column + 1)) - max(from, start(column))
                if time > 0 {
                    if kind.isOutage, outages[Int(column)] != .offline {
                        outages[Int(column)] = kind
                    }
                    times[Int(column)][kind.position] += time
                }
                column += 1
            }
        }
        self.outages = outages
        kinds = times.map { times in
            Timeline.Kind.allCases.filter { !$0.isOutage && times[$0.position] > 0 }
                .max { times[$0.position] < times[$1.position] }
        }
    }

    /// The columns that show a kind, with neighbors together.
    func runs(of kind: Timeline.Kind) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        let shown = kind.isOutage ? outages : kinds
        for column in shown.indices where shown[column] == kind {
            if let last = runs.last, last.upperBound == column {
                runs[runs.count - 1] = last.lowerBound..<column + 1
            } else {
                runs.append(column..<column + 1)
            }
        }
        return runs
    }
}

extension Timeline.Kind {
    fileprivate var position: Int {
        switch self {
        case .online: 0
        case .metered: 1
        case .noInternet: 2
        case .offline: 3
        case .unknown: 4
        }
    }
}
