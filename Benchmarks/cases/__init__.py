# SPDX-License-Identifier: Apache-2.0
"""A module for each case: `measure(bench, report)`."""
