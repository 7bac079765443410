// SPDX-License-Identifier: Apache-2.0

#if NetworkManager
    /// The progress of the queries to a service of a bus.
    package enum ServiceProgress: Hashable, Sendable {
        /// The first answer is pending.
        case asked
        /// The service does not run.
        case absent
        /// The service has answered every query.
        case answered
        /// The service answered a query with an error of this name. Its answer is missing, in part or as a whole.
        case refused(String)
    }

    /// The names of errors that have a meaning here.
    enum BusErrors {
        /// The bus's errors for a name without an owner.
        static let absences = ["ServiceUnknown", "NameHasNoOwner"].map { prefix + $0 }
        /// The errors for an object that no longer exists.
        static let departures = ["UnknownObject", "UnknownMethod", "UnknownInterface"].map {
            prefix + $0
        }
        private static let prefix = "org.freedesktop.DBus.Error."
    }
#endif
