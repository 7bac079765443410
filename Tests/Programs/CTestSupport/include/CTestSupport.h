// SPDX-License-Identifier: Apache-2.0

// (The target has nothing to call: see width.c.)
