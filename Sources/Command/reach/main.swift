// SPDX-License-Identifier: Apache-2.0

import ReachCommand

Reach.main()
