// SPDX-License-Identifier: Apache-2.0
//
// A program that prints the reports of GLib's monitor, GNetworkMonitor:
//
//     gnetworkmonitor status    whether the network is available, as a line of JSON
//     gnetworkmonitor watch     a line at the beginning, and one each time it says that the network changed

#include <gio/gio.h>
#include <stdio.h>
#include <string.h>

static void tell(const char *event, gboolean is_available) {
    printf("{\"event\":\"%s\",\"status\":\"%s\"}\n", event,
           is_available ? "satisfied" : "unsatisfied");
    fflush(stdout);
}

static void changed(GNetworkMonitor *monitor, gboolean is_available, gpointer data) {
    (void)monitor;
    (void)data;
    tell("change", is_available);
}

int main(int argc, char **argv) {
    // The one that asks the kernel, and not NetworkManager or a portal.
    g_setenv("GIO_USE_NETWORK_MONITOR", "netlink", TRUE);
    GNetworkMonitor *monitor = g_network_monitor_get_default();
    tell("initial", g_network_monitor_get_network_available(monitor));
    if (argc == 2 && strcmp(argv[1], "watch") == 0) {
        g_signal_connect(monitor, "network-changed", G_CALLBACK(changed), NULL);
        g_main_loop_run(g_main_loop_new(NULL, FALSE));
    }
    return 0;
}
