// SPDX-License-Identifier: Apache-2.0

extension String {
    /// The text with characters that a terminal would act upon, or that would change the order of
    /// what stands around them, written out: names of interfaces and networks come from anywhere.
    var escaped: String {
        guard unicodeScalars.contains(where: \.isUnprintable) else { return self }
        var text = ""
        for scalar in unicodeScalars {
            if scalar.isUnprintable {
                text += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

extension Unicode.Scalar {
    fileprivate var isUnprintable: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
            .unassigned:
            true
        default:
            false
        }
    }
}
