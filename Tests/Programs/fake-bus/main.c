// SPDX-License-Identifier: Apache-2.0
//
// A system bus that goes wrong in one way:
//
//     fake-bus SOCKET silent     takes connections and never answers
//     fake-bus SOCKET hushed     answers itself; NetworkManager is there and does not answer
//     fake-bus SOCKET refusing   answers calls to NetworkManager with AccessDenied
//     fake-bus SOCKET hesitating answers five calls to NetworkManager with AccessDenied, then that it has no device
//     fake-bus SOCKET lacking    says that NetworkManager is not there
//     fake-bus SOCKET dropping   says that, and closes the connection when that has been read
//     fake-bus SOCKET closing    closes the connection instead of answering
//     fake-bus SOCKET crowded    NetworkManager answers that it has 1,300,000 devices
//     fake-bus SOCKET unchecking NetworkManager has found that the internet answers over eth0, and refuses to check again
//     fake-bus SOCKET dreaming   the same, but it does not answer when it is asked to check again
//
// It prints a line for each connection that it accepts. It serves one at a time, and speaks as much D-Bus as that
// takes.

#define _GNU_SOURCE
#include <endian.h>
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static const char *mode;
static char buffer[1 << 16];
static size_t held;

static int is(const char *word) { return strcmp(mode, word) == 0; }

/* Reads until so many bytes are held. Returns 0 at the end of the connection. */
static int hold(int bus, size_t count) {
    while (held < count) {
        ssize_t got = read(bus, buffer + held, sizeof buffer - held);
        if (got <= 0) return 0;
        held += (size_t)got;
    }
    return 1;
}

static void drop(size_t count) {
    memmove(buffer, buffer + count, held -= count);
}

static int say(int bus, const void *bytes, size_t count) {
    return send(bus, bytes, count, MSG_NOSIGNAL) == (ssize_t)count;
}

/* Lets the client in, as it asks for it: all its lines come at once, and end with BEGIN. */
static int authenticate(int bus) {
    static const char answer[] = "DATA\r\nOK 0123456789abcdef0123456789abcdef\r\nERROR\r\n";
    char *end;
    do {
        if (!hold(bus, held + 1)) return 0;
    } while (!(end = memmem(buffer, held, "BEGIN\r\n", 7)));
    drop((size_t)(end - buffer) + 7);
    return say(bus, answer, strlen(answer));
}

static size_t aligned(size_t at, size_t size) { return (at + size - 1) / size * size; }

static size_t put_number(char *message, size_t at, uint32_t number) {
    number = htole32(number);
    memcpy(message + at, &number, sizeof number);
    return at + sizeof number;
}

static size_t put_text(char *message, size_t at, const char *text) {
    at = put_number(message, at, (uint32_t)strlen(text));
    strcpy(message + at, text);
    return at + strlen(text) + 1;
}

/* A header's field: its code, its type, and what follows is the value. */
static size_t put_field(char *message, size_t at, char code, char type) {
    at = aligned(at, 8);
    memcpy(message + at, (char[]){code, 1, type, 0}, 4);
    return at + 4;
}

/* Sends the header of an answer. */
static int answer(int bus, uint32_t call, const char *sender, const char *error, const char *signature,
                  uint32_t length) {
    static uint32_t number;
    char message[512] = {'l', error ? 3 : 2, 1, 1};
    put_number(message, 4, length);
    put_number(message, 8, ++number);
    size_t at = put_field(message, 16, 5, 'u');
    at = put_number(message, at, call);
    at = put_text(message, put_field(message, at, 7, 's'), sender);
    at = put_text(message, put_field(message, at, 6, 's'), ":1.7");
    if (error) at = put_text(message, put_field(message, at, 4, 's'), error);
    if (signature) {
        at = put_field(message, at, 8, 'g');
        message[at++] = (char)strlen(signature);
        strcpy(message + at, signature);
        at += strlen(signature) + 1;
    }
    put_number(message, 12, (uint32_t)(at - 16));
    return say(bus, message, aligned(at, 8));
}

/* As many devices as an array may hold, nearly: 64 MiB. They are the value of AllDevices, the only property. */
static int answer_with_devices(int bus, uint32_t call) {
    enum { count = 1300000, size = 48 };
    char device[size] = {0}, begin[32] = {0};
    size_t at = put_text(begin, 8, "AllDevices");
    memcpy(begin + at, (char[]){2, 'a', 'o', 0}, 4);
    at = put_number(begin, aligned(at + 4, 4), count * size);
    put_number(begin, 0, (uint32_t)(at - 8 + count * size));
    if (!answer(bus, call, ":1.2", NULL, "a{sv}", (uint32_t)(at + count * size))) return 0;
    if (!say(bus, begin, at)) return 0;
    put_text(device, 0, "/org/freedesktop/NetworkManager/Devices/100");
    for (int i = 0; i < count; i += 1000) {
        char part[1000 * size];
        for (int j = 0; j < 1000; j++) memcpy(part + j * size, device, size);
        if (!say(bus, part, sizeof part)) return 0;
    }
    return 1;
}

/* The key of an entry and the type of its value, either 32 bits or a text. */
static size_t put_key(char *body, size_t at, const char *key, const char *type) {
    at = put_text(body, aligned(at, 8), key);
    body[at++] = (char)strlen(type);
    strcpy(body + at, type);
    return aligned(at + strlen(type) + 1, 4);
}

/* Properties of NetworkManager, which checks, or of its only device. */
static int answer_with_properties(int bus, uint32_t call, int is_device) {
    char body[512] = {0};
    size_t at = 8;
    if (is_device) {
        at = put_text(body, put_key(body, at, "Interface", "s"), "eth0");
        at = put_number(body, put_key(body, at, "Metered", "u"), 2);
        at = put_number(body, put_key(body, at, "State", "u"), 100);
        at = put_number(body, put_key(body, at, "Ip4Connectivity", "u"), 4);
    } else {
        const char *device = "/org/freedesktop/NetworkManager/Devices/1";
        at = put_number(body, put_key(body, at, "AllDevices", "ao"), (uint32_t)strlen(device) + 5);
        at = put_text(body, at, device);
        at = put_number(body, put_key(body, at, "ConnectivityCheckAvailable", "b"), 1);
        at = put_number(body, put_key(body, at, "ConnectivityCheckEnabled", "b"), 1);
    }
    put_number(body, 0, (uint32_t)(at - 8));
    return answer(bus, call, ":1.2", NULL, "a{sv}", (uint32_t)at) && say(bus, body, at);
}

/* Answers a message. Returns 0 if the connection has ended, or is to end. */
static int serve(int bus) {
    if (!hold(bus, 16)) return 0;
    uint32_t body, call, fields;
    memcpy(&body, buffer + 4, 4);
    memcpy(&call, buffer + 8, 4);
    memcpy(&fields, buffer + 12, 4);
    size_t length = aligned(16 + le32toh(fields), 8) + le32toh(body);
    if (length > sizeof buffer || !hold(bus, length)) return 0;
    int is_hello = memmem(buffer, length, "Hello", 5) != NULL;
    int is_question = memmem(buffer, length, "GetAll", 6) != NULL;
    int is_check = memmem(buffer, length, "CheckConnectivity", 17) != NULL;
    int is_device = memmem(buffer, length, "/Devices/", 9) != NULL;
    drop(length);
    call = le32toh(call);
    if (is_hello) {
        char name[16] = {0};
        size_t size = put_text(name, 0, ":1.7");
        return answer(bus, call, "org.freedesktop.DBus", NULL, "s", (uint32_t)size) &&
            say(bus, name, size);
    }
    if (is_check && is("unchecking"))
        return answer(bus, call, ":1.2", "org.freedesktop.NetworkManager.PermissionDenied", NULL, 0);
    if (!is_question || is("hushed")) return 1;
    if (is("unchecking") || is("dreaming")) return answer_with_properties(bus, call, is_device);
    if (is("closing")) return 0;
    if (is("crowded")) return answer_with_devices(bus, call);
    static int refusals;
    if (is("hesitating") && ++refusals > 5)
        return answer(bus, call, ":1.2", NULL, "a{sv}", 8) && say(bus, (char[8]){0}, 8);
    const char *error = is("refusing") || is("hesitating") ? "org.freedesktop.DBus.Error.AccessDenied"
                                       : "org.freedesktop.DBus.Error.ServiceUnknown";
    if (!answer(bus, call, "org.freedesktop.DBus", error, NULL, 0)) return 0;
    if (!is("dropping")) return 1;
    // The client reads the answer before it notices the end.
    int unread = 1;
    for (int tries = 0; tries < 1000 && unread > 0; tries++) {
        if (ioctl(bus, TIOCOUTQ, &unread) != 0) break;
        usleep(1000);
    }
    return 0;
}

int main(int argc, char **argv) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (argc != 3 || strlen(argv[1]) >= sizeof address.sun_path) {
        fprintf(stderr, "usage: fake-bus SOCKET silent|hushed|refusing|hesitating|lacking|dropping|closing|crowded|unchecking|dreaming\n");
        return 64;
    }
    mode = argv[2];
    strcpy(address.sun_path, argv[1]);
    setvbuf(stdout, NULL, _IOLBF, 0);
    int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    if (bind(listener, (struct sockaddr *)&address, sizeof address) != 0 ||
        listen(listener, 64) != 0) {
        perror("fake-bus");
        return 1;
    }
    int bus;
    while ((bus = accept(listener, NULL, NULL)) >= 0) {
        printf("accepted\n");
        // The descriptors stay open: that is the point.
        if (is("silent")) continue;
        held = 0;
        if (authenticate(bus)) {
            while (serve(bus)) {
            }
        }
        close(bus);
    }
    perror("fake-bus");
    return 1;
}
