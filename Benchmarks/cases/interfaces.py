# SPDX-License-Identifier: Apache-2.0
"""What a message about a link costs that concerns no path, beside many others."""

import subprocess

from measuring import Bench, median_of, run
from report import Report


def measure(bench: Bench, report: Report) -> None:
    bench.network()
    runs, count = (2, 500) if bench.quick else (5, 2000)
    sizes = [100, 1_000] if bench.quick else [1_000, 10_000]
    made = 0
    costs: dict[tuple[str, int], float] = {}
    for size in sizes:
        # Each cable has two ends.
        batch = "".join(
            f"link add c{number} type veth peer name d{number}\n"
            for number in range(made, size // 2)
        )
        run("ip", "-batch", "-", input=batch, text=True)
        made = size // 2
        for kind, words in [("beside", "switched on and off"), ("mtu", "another MTU")]:
            results = bench.alternate(runs, kind, count, 500)
            cpu = {name: median_of(results[name], "cpu") for name in results}
            costs[kind, size] = cpu["reach"]
            note = f"reach {cpu['reach'] / count / 1000:.1f} µs a change"
            note += f", limit {cpu['limit'] / count / 1000:.1f} µs"
            ratio = cpu["reach"] / cpu["limit"]
            report.add(
                "interfaces", f"{size:,}, {words}, CPU / limit's", ratio, 2.0, "×", note)
    for kind, words in [("beside", "switched on and off"), ("mtu", "another MTU")]:
        ratio = costs[kind, sizes[1]] / costs[kind, sizes[0]]
        report.add(
            "interfaces", f"{words}, CPU with {sizes[1]:,} / with {sizes[0]:,}", ratio, 1.2, "×")
    subprocess.run(["ip", "link", "delete", "c0"], check=False)
