// SPDX-License-Identifier: Apache-2.0

extension Metered.Source {
    /// A phone that shares its connection over USB, which is probably metered.
    public static let tethering = Metered.Source(rawValue: "tethering")
}

extension MeteringSource {
    /// A phone that shares its connection over USB.
    static let tethering = MeteringSource(
        name: .tethering,
        priorities: [.tethering: "not a tethered phone"]
    ) { subject in
        let classification = subject.interface.classification
        guard classification.type == .ethernet, classification.traits.contains(.tethered) else {
            return nil
        }
        return MeteredStatement(
            .tethering, .guessYes, .tethering, "a tethered phone")
    }
}
