// SPDX-License-Identifier: Apache-2.0

import ConnectionStatus

for await status in ConnectionStatus.changes { print(status) }
