#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Plays polkit on the system bus, and allows everything. It prints a line when it has its name."""
import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)


class Authority(dbus.service.Object):
    @dbus.service.method(
        "org.freedesktop.PolicyKit1.Authority", in_signature="(sa{sv})sa{ss}us", out_signature="(bba{ss})")
    def CheckAuthorization(self, subject, action, details, flags, cancellation):
        return (True, False, dbus.Dictionary({}, signature="ss"))

    @dbus.service.method("org.freedesktop.DBus.Properties", in_signature="s", out_signature="a{sv}")
    def GetAll(self, interface):
        return dbus.Dictionary({}, signature="sv")


bus = dbus.SystemBus()
authority = Authority(bus, "/org/freedesktop/PolicyKit1/Authority")
name = dbus.service.BusName("org.freedesktop.PolicyKit1", bus)
print("ready", flush=True)
GLib.MainLoop().run()
