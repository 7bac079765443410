#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Plays ModemManager on the system bus, as lines on standard input say:

    put PATH JSON      the object has these D-Bus interfaces, with these properties; what is new or differs is signalled
    state PATH         signals that the state of a modem has changed (StateChanged)
    remove PATH        the object goes
    refuse ERROR       calls are refused with this error; without one they are answered again
    stop, start        the name of the service is released, and requested again

It prints a line for each that is done, and ends with its input. Properties are written as JSON: a number is a UINT32, a
list of lists is a(su), a list of texts ao.
"""
import json
import os
import sys

import dbus
import dbus.lowlevel
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

NAME = "org.freedesktop.ModemManager1"
MANAGER = "/org/freedesktop/ModemManager1"

dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SystemBus()
objects = {}
refusal = []
# The service asks for its name when it has something to say.
names = []


def value(of):
    if isinstance(of, int):
        return dbus.UInt32(of)
    if isinstance(of, str):
        return dbus.String(of)
    if of and isinstance(of[0], list):
        return dbus.Array([dbus.Struct((name, dbus.UInt32(kind))) for name, kind in of], signature="(su)")
    return dbus.Array(of, signature="o" if of else "(su)")


def properties(of):
    return dbus.Dictionary({name: value(each) for name, each in of.items()}, signature="sv")


def interfaces(of):
    return dbus.Dictionary(
        {name: properties(each) for name, each in of.items()}, signature="sa{sv}")


class Refused(dbus.DBusException):
    pass


def check():
    if refusal:
        raise Refused("the test says so", name=refusal[0])


class Object(dbus.service.Object):
    @dbus.service.method("org.freedesktop.DBus.Properties", in_signature="s", out_signature="a{sv}")
    def GetAll(self, interface):
        check()
        return properties(objects[self._object_path][interface])


class Manager(dbus.service.Object):
    @dbus.service.method("org.freedesktop.DBus.ObjectManager", out_signature="a{oa{sa{sv}}}")
    def GetManagedObjects(self):
        check()
        print("asked", flush=True)
        # As ModemManager does: the connections (bearers) are not among them.
        return dbus.Dictionary(
            {dbus.ObjectPath(path): interfaces(each) for path, each in objects.items() if "/Modem/" in path},
            signature="oa{sa{sv}}")


exported = {}
manager = Manager(bus, MANAGER)


def signal(path, interface, member, signature, *arguments):
    message = dbus.lowlevel.SignalMessage(path, interface, member)
    message.append(*arguments, signature=signature)
    bus.send_message(message)


def put(path, text):
    new = json.loads(text)
    old = objects.get(path)
    objects[path] = new
    if old is None:
        exported[path] = Object(bus, path)
        signal(MANAGER, "org.freedesktop.DBus.ObjectManager", "InterfacesAdded", "oa{sa{sv}}", path, interfaces(new))
        return
    for name, values in new.items():
        changed = {key: each for key, each in values.items() if old.get(name, {}).get(key) != each}
        if changed:
            signal(
                path, "org.freedesktop.DBus.Properties", "PropertiesChanged", "sa{sv}as", name,
                properties(changed), [])


def remove(path):
    names = list(objects.pop(path))
    exported.pop(path).remove_from_connection()
    signal(MANAGER, "org.freedesktop.DBus.ObjectManager", "InterfacesRemoved", "oas", path, names)


def perform(line):
    word, _, rest = line.strip().partition(" ")
    if word == "put":
        put(*rest.split(" ", 1))
    elif word == "remove":
        remove(rest)
    elif word == "state":
        signal(rest, NAME + ".Modem", "StateChanged", "iiu", dbus.Int32(8), dbus.Int32(11), dbus.UInt32(0))
    elif word == "refuse":
        refusal[:] = [rest] if rest else []
    elif word == "stop":
        bus.release_name(NAME)
    elif word == "start":
        names[:] = [dbus.service.BusName(NAME, bus)]
    print("done " + word, flush=True)


received = b""


def read(source, condition):
    global received
    # Not by lines: some would wait unseen in a buffer.
    part = os.read(source, 1 << 16)
    received += part
    *lines, received = received.split(b"\n")
    for line in lines:
        perform(line.decode())
    if not part:
        loop.quit()
    return bool(part)


loop = GLib.MainLoop()
GLib.io_add_watch(sys.stdin.fileno(), GLib.IO_IN | GLib.IO_HUP, read)
loop.run()
