// SPDX-License-Identifier: Apache-2.0
//
// Measures a program that tells changes of the path as lines:
//
//     stopwatch [--words YES NO] [--patience MS] KIND COUNT PAUSE_US [CHECKPOINT] -- COMMAND...
//
// It changes the network COUNT times, with quiet after each change, and takes the time from just before a
// change is sent to the kernel until the line has come. All is in the interface eth0 with 192.0.2.7/24,
// the gateway 192.0.2.1 and the other end eth0-far. KIND is what changes:
//
//     route     the default route goes and comes back; both are measured
//     storm     the same, from the first line of its standard input on; then it waits for the input's end
//     address   the last address goes (and its route); giving it back is not measured
//     carrier   the other end goes down; bringing it up is not measured
//     router    the neighbor entry of the gateway fails and works again, so that the kernel prefers another router;
//               both are measured
//     beside    the link beside0-far goes down and up, which concerns no path; nothing is measured
//     flap      the same of beside0 itself
//     loopback  an address of loopback comes and goes; nothing is measured
//     neighbors entries of other neighbors of eth0 come and go; nothing is measured
//     mtu       the MTU of beside0 changes; nothing is measured
//     none      nothing; there is only the quiet
//
// The program tells by "status":"satisfied" and "status":"unsatisfied" in its lines, and begins with one of
// them. One that has other words for it (--words) may begin with none; of it nothing is known but that it
// has told one change. A line is waited for 5 s, or as long as --patience says; then it is given up after
// four lines in a row that do not come ("gaveUp").
//
// The result is one JSON object: the times in nanoseconds, and when each began (CLOCK_MONOTONIC); how many
// changes there were, how many of them were measured, missed, and how many lines came beyond one for each
// measured change; how many messages about links the kernel sent (beside, mtu); and of the program's
// threads: CPU time, voluntary context switches, resident memory, of it anonymous memory, both also at each
// CHECKPOINT of changes.

#include "netlink.h"

#include <dirent.h>
#include <net/if.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>

static int64_t patience_ns = 5000000000LL;
// The words in a line that reports that there is no path, or that there is one.
static const char *words[] = {"\"status\":\"unsatisfied\"", "\"status\":\"satisfied\""};
// How many misses in a row are too many; 0 for any number.
static int too_many, in_a_row;

static pid_t child;
static int lines_fd, asking, listening = -1;
static int64_t pause_ns;
static uint32_t eth0, far, beside, beside_far;
static int64_t *times, *starts;
static int changes, measured, missed, extra, link_messages;

// The sum of a number that each thread has in a file of /proc.
static int64_t sum_of_threads(const char *file, const char *label) {
    char path[300], line[256];
    snprintf(path, sizeof path, "/proc/%d/task", child);
    DIR *folder = opendir(path);
    int64_t sum = 0;
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        if (entry->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "/proc/%d/task/%.20s/%s", child, entry->d_name, file);
        FILE *text = fopen(path, "re");
        while (text && fgets(line, sizeof line, text))
            if (strncmp(line, label, strlen(label)) == 0) {
                sum += atoll(line + strlen(label));
                break;
            }
        if (text) fclose(text);
    }
    if (folder) closedir(folder);
    return sum;
}

static int64_t cpu_ns(void) { return sum_of_threads("schedstat", ""); }

static int64_t of_process(const char *label) {
    char path[64], line[256];
    snprintf(path, sizeof path, "/proc/%d/status", child);
    FILE *text = fopen(path, "re");
    int64_t value = -1;
    while (text && fgets(line, sizeof line, text))
        if (strncmp(line, label, strlen(label)) == 0) value = atoll(line + strlen(label));
    if (text) fclose(text);
    return value;
}

// Reads lines until one contains the word, or until the end if the word is null. Returns the time
// of that line; 0 if it does not come.
static int64_t read_lines(const char *word, int64_t end, int *lines) {
    static char buffer[1 << 20];
    static size_t length;
    for (;;) {
        char *newline, *line = buffer;
        int found = 0;
        int64_t now = now_ns();
        while ((newline = memchr(line, '\n', buffer + length - line))) {
            *newline = 0;
            found |= word && strstr(line, word);
            ++*lines;
            line = newline + 1;
        }
        length -= line - buffer;
        memmove(buffer, line, length);
        if (found) return now;
        struct pollfd ready = {.fd = lines_fd, .events = POLLIN};
        struct timespec patience = {.tv_sec = (end - now) / 1000000000,
                                    .tv_nsec = (end - now) % 1000000000};
        if (now >= end || ppoll(&ready, 1, &patience, NULL) == 0) return 0;
        if (length == sizeof buffer) length = 0;
        ssize_t got = read(lines_fd, buffer + length, sizeof buffer - length);
        if (got <= 0) {
            fprintf(stderr, "stopwatch: the program has ended\n");
            exit(1);
        }
        length += got;
    }
}

// Waits for the end of the standard input. A program that has much to say is not held up.
static void await_end_of_input(void) {
    char input[64];
    int lines = 0;
    for (;;) {
        struct pollfd ready[] = {{.fd = 0, .events = POLLIN}, {.fd = lines_fd, .events = POLLIN}};
        if (poll(ready, 2, -1) < 0) die("poll");
        if (ready[1].revents) read_lines(NULL, now_ns() + 1000000, &lines);
        if (ready[0].revents && read(0, input, sizeof input) <= 0) return;
    }
}

static void request_done(struct request *request) {
    static char answer[16384];
    ask(asking, request, answer, sizeof answer);
    struct nlmsghdr *header = (struct nlmsghdr *)answer;
    struct nlmsgerr *result = NLMSG_DATA(header);
    if (header->nlmsg_type == NLMSG_ERROR && result->error) {
        errno = -result->error;
        die("the kernel refuses a change");
    }
}

static void set_route(int there) {
    struct request request;
    struct rtmsg route = {.rtm_family = AF_INET,
                          .rtm_table = RT_TABLE_MAIN,
                          .rtm_protocol = RTPROT_STATIC,
                          .rtm_type = RTN_UNICAST};
    uint32_t gateway = inet_addr("192.0.2.1");
    begin(&request, there ? RTM_NEWROUTE : RTM_DELROUTE,
          NLM_F_ACK | (there ? NLM_F_CREATE | NLM_F_EXCL : 0), &route, sizeof route);
    add(&request, RTA_GATEWAY, &gateway, sizeof gateway);
    add(&request, RTA_OIF, &eth0, sizeof eth0);
    request_done(&request);
}

static void set_address(int there) {
    struct request request;
    struct ifaddrmsg message = {.ifa_family = AF_INET, .ifa_prefixlen = 24, .ifa_index = eth0};
    uint32_t address = inet_addr("192.0.2.7");
    begin(&request, there ? RTM_NEWADDR : RTM_DELADDR,
          NLM_F_ACK | (there ? NLM_F_CREATE | NLM_F_EXCL : 0), &message, sizeof message);
    add(&request, IFA_LOCAL, &address, sizeof address);
    add(&request, IFA_ADDRESS, &address, sizeof address);
    request_done(&request);
    if (there) set_route(1);
}

static void set_up(uint32_t index, int up) {
    struct request request;
    struct ifinfomsg info = {.ifi_index = index, .ifi_flags = up ? IFF_UP : 0, .ifi_change = IFF_UP};
    begin(&request, RTM_NEWLINK, NLM_F_ACK, &info, sizeof info);
    request_done(&request);
}

static void set_mtu(uint32_t index, uint32_t mtu) {
    struct request request;
    struct ifinfomsg info = {.ifi_index = index};
    begin(&request, RTM_NEWLINK, NLM_F_ACK, &info, sizeof info);
    add(&request, IFLA_MTU, &mtu, sizeof mtu);
    request_done(&request);
}

static void set_loopback(int there) {
    struct request request;
    struct ifaddrmsg message = {.ifa_family = AF_INET, .ifa_prefixlen = 32, .ifa_index = 1};
    uint32_t address = inet_addr("10.255.0.1");
    begin(&request, there ? RTM_NEWADDR : RTM_DELADDR,
          NLM_F_ACK | (there ? NLM_F_CREATE | NLM_F_EXCL : 0), &message, sizeof message);
    add(&request, IFA_LOCAL, &address, sizeof address);
    request_done(&request);
}

// Sets or removes (state 0) the neighbor entry of an address of eth0.
static void set_neighbor(uint32_t address, uint16_t state) {
    struct request request;
    struct ndmsg message = {.ndm_family = AF_INET, .ndm_ifindex = eth0, .ndm_state = state};
    uint8_t hardware[] = {2, 0, 0, 0, 0, 9};
    begin(&request, state ? RTM_NEWNEIGH : RTM_DELNEIGH,
          NLM_F_ACK | (state ? NLM_F_CREATE | NLM_F_REPLACE : 0), &message, sizeof message);
    add(&request, NDA_DST, &address, sizeof address);
    if (state & ~NUD_FAILED) add(&request, NDA_LLADDR, hardware, sizeof hardware);
    request_done(&request);
}

static void set_router(int works) {
    set_neighbor(inet_addr("192.0.2.1"), works ? NUD_REACHABLE : NUD_FAILED);
}

static void set_carrier(int there) { set_up(far, there); }

// Repeats a change until it is reported, for a program that does not report when it has begun to
// listen.
static void await_listener(void (*set)(int)) {
    for (int i = 0, lines = 0; i < 20; i++) {
        set(0);
        int64_t told = read_lines(words[0], now_ns() + 500000000, &lines);
        set(1);
        if (told && read_lines(words[1], now_ns() + 500000000, &lines)) return;
    }
    fprintf(stderr, "stopwatch: the program tells of no change\n");
    exit(1);
}

// Changes something, and measures the time until the change is reported. In the quiet after it, the
// program sleeps again, and unexpected lines are counted.
static void change(void (*set)(int), int there, int is_measured) {
    int lines = 0;
    int64_t start = now_ns();
    set(there);
    int64_t end = read_lines(words[there], now_ns() + patience_ns, &lines);
    changes++;
    in_a_row = end ? 0 : in_a_row + 1;
    if (!end) {
        missed++;
    } else if (is_measured) {
        starts[measured] = start;
        times[measured++] = end - start;
    }
    if (pause_ns) read_lines(NULL, now_ns() + pause_ns, &lines);
    if (end && is_measured) extra += lines - 1;
}

static void rest(void) {
    int lines = 0;
    read_lines(NULL, now_ns() + pause_ns, &lines);
    extra += lines;
}

static void listen_to_links(void) {
    int group = RTNLGRP_LINK;
    listening = open_netlink();
    if (setsockopt(listening, SOL_NETLINK, NETLINK_ADD_MEMBERSHIP, &group, sizeof group) != 0)
        die("NETLINK_ADD_MEMBERSHIP");
}

static void count_link_messages(void) {
    static char message[65536];
    while (recv(listening, message, sizeof message, MSG_DONTWAIT) > 0) link_messages++;
}

static void start(char **command) {
    int ends[2];
    if (pipe(ends) != 0) die("pipe");
    child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        dup2(ends[1], 1);
        close(ends[0]);
        close(ends[1]);
        execvp(command[0], command);
        die(command[0]);
    }
    close(ends[1]);
    lines_fd = ends[0];
}

int main(int argc, char **argv) {
    const char *usage = "usage: stopwatch [--words YES NO] [--patience MS] KIND COUNT PAUSE_US "
                        "[CHECKPOINT] -- COMMAND...\n";
    int has_words = 0;
    for (;;) {
        int used = 0;
        if (argc > 3 && strcmp(argv[1], "--words") == 0) {
            words[1] = argv[2];
            words[0] = argv[3];
            has_words = 1;
            used = 3;
        } else if (argc > 2 && strcmp(argv[1], "--patience") == 0) {
            patience_ns = atoll(argv[2]) * 1000000;
            too_many = 4;
            used = 2;
        }
        if (!used) break;
        argc -= used;
        argv += used;
    }
    int dash = 1;
    while (dash < argc && strcmp(argv[dash], "--") != 0) dash++;
    if (dash < 4 || dash > 5 || dash + 1 >= argc) {
        fputs(usage, stderr);
        return 64;
    }
    const char *kind = argv[1];
    int count = atoi(argv[2]), checkpoint = dash == 5 ? atoi(argv[4]) : 0;
    pause_ns = atoll(argv[3]) * 1000;
    int is_route = strcmp(kind, "route") == 0, is_storm = strcmp(kind, "storm") == 0;
    int is_address = strcmp(kind, "address") == 0, is_carrier = strcmp(kind, "carrier") == 0;
    int is_beside = strcmp(kind, "beside") == 0, is_mtu = strcmp(kind, "mtu") == 0;
    int is_flap = strcmp(kind, "flap") == 0, is_router = strcmp(kind, "router") == 0;
    times = calloc(2 * count + 1, sizeof *times);
    starts = calloc(2 * count + 1, sizeof *starts);
    asking = open_netlink();
    eth0 = if_nametoindex("eth0");
    far = if_nametoindex("eth0-far");
    beside = if_nametoindex("beside0");
    beside_far = if_nametoindex("beside0-far");

    // Nothing goes on when the measuring has been given up.
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    // The kernel reports no failure of an entry that has never worked.
    if (is_router) set_router(1);
    start(argv + dash + 1);
    int lines = 0;
    // After a reported change and a sleep, the program has finished its initialization.
    int64_t quiet_ns = pause_ns;
    pause_ns = 0;
    if (has_words) {
        // A next hop that has failed before is unknown to a program that sees only the kernel's choice.
        if (is_router) read_lines(words[1], now_ns() + 5000000000LL, &lines);
        await_listener(is_carrier   ? set_carrier
                       : is_address ? set_address
                       : is_router  ? set_router
                                    : set_route);
    } else {
        if (!read_lines(words[1], now_ns() + 5000000000LL, &lines)) {
            fprintf(stderr, "stopwatch: the program does not say that the path is satisfied\n");
            return 1;
        }
        change(set_route, 0, 0);
        change(set_route, 1, 0);
    }
    read_lines(NULL, now_ns() + 200000000, &lines);
    pause_ns = quiet_ns;
    changes = missed = in_a_row = 0;
    if (is_beside || is_flap || is_mtu) listen_to_links();

    int64_t cpu = cpu_ns(), switches = sum_of_threads("status", "voluntary_ctxt_switches:");
    char input[64];
    if (is_storm && read(0, input, sizeof input) <= 0) die("the input has ended before the storm");
    int gave_up = 0;
    printf("{\"checkpoints\":[");
    for (int i = 0; i < count && !gave_up; i++) {
        if (is_route || is_storm) {
            change(set_route, 0, 1);
            change(set_route, 1, 1);
        } else if (is_address) {
            change(set_address, 0, 1);
            change(set_address, 1, 0);
        } else if (is_carrier) {
            change(set_carrier, 0, 1);
            change(set_carrier, 1, 0);
        } else if (is_router) {
            change(set_router, 0, 1);
            change(set_router, 1, 1);
        } else if (strcmp(kind, "loopback") == 0) {
            set_loopback(1);
            rest();
            set_loopback(0);
            rest();
            changes += 2;
        } else if (strcmp(kind, "neighbors") == 0) {
            // Three messages: it comes, it is no longer in use, it goes.
            set_neighbor(htonl(0xC0000264 + i % 100), NUD_PERMANENT);
            set_neighbor(htonl(0xC0000264 + i % 100), 0);
            if (i % 100 == 0) rest();
        } else if (is_beside || is_flap || is_mtu) {
            if (is_beside || is_flap)
                set_up(is_flap ? beside : beside_far, i % 2);
            else
                set_mtu(beside, 1400 + i % 2);
            rest();
            count_link_messages();
        } else if (strcmp(kind, "none") == 0) {
            rest();
        } else {
            fprintf(stderr, "stopwatch: unknown kind '%s'\n", kind);
            return 64;
        }
        gave_up = too_many && in_a_row >= too_many;
        if (checkpoint && changes && changes % checkpoint == 0)
            printf("%s{\"resident\":%ld,\"anonymous\":%ld}", changes > checkpoint ? "," : "",
                   (long)of_process("VmRSS:"), (long)of_process("RssAnon:"));
    }
    if (is_storm) await_end_of_input();
    cpu = cpu_ns() - cpu;
    switches = sum_of_threads("status", "voluntary_ctxt_switches:") - switches;
    printf("],\"gaveUp\":%s,\"changes\":%d,\"measured\":%d,\"missed\":%d,\"extra\":%d,"
           "\"linkMessages\":%d,\"cpu\":%ld,\"switches\":%ld,\"threads\":%ld,\"resident\":%ld,"
           "\"anonymous\":%ld,\"times\":[",
           gave_up ? "true" : "false", changes, measured, missed, extra, link_messages, (long)cpu,
           (long)switches, (long)of_process("Threads:"), (long)of_process("VmRSS:"),
           (long)of_process("RssAnon:"));
    for (int i = 0; i < measured; i++) printf("%s%ld", i ? "," : "", (long)times[i]);
    printf("],\"starts\":[");
    for (int i = 0; i < measured; i++) printf("%s%ld", i ? "," : "", (long)starts[i]);
    printf("]}\n");
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    return 0;
}
