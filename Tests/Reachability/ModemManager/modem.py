#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A modem that speaks AT commands (3GPP TS 27.007) over a pseudo terminal, as far as ModemManager needs it:

    modem.py LINK REGISTRATION

LINK becomes a symbolic link to the terminal. The modem is registered as the file REGISTRATION says by the numbers of
AT+CREG: 1 at home, 5 roaming. It reports a change by itself.
"""
import fcntl
import os
import pty
import select
import sys
import tty

TIOCNXCL = 0x540D

ANSWERS = {
    "AT+CGMI": "Test",
    "AT+CGMM": "Modem",
    "AT+CGMR": "1.0",
    "AT+CGSN": "490154203237518",
    "AT+GCAP": "+GCAP: +CGSM,+DS,+ES",
    "AT+CPIN?": "+CPIN: READY",
    "AT+CFUN?": "+CFUN: 1",
    "AT+CIMI": "001010123456789",
    "AT+CREG=?": "+CREG: (0-2)",
    "AT+CGREG=?": "+CGREG: (0-2)",
    "AT+COPS=3,2;+COPS?": '+COPS: 0,2,"00102"',
    "AT+CSQ": "+CSQ: 20,99",
    "AT+WS46=?": "+WS46: (12,22,25)",
    "AT+CSCS=?": '+CSCS: ("IRA","GSM")',
    # The serial number of the SIM card.
    "AT+CRSM=176,12258,0,0,10": '+CRSM: 144,0,"98101000001032547698"',
}


def registration():
    with open(sys.argv[2]) as file:
        return file.read().strip()


def answer(command):
    if command in ("AT+CREG?", "AT+CGREG?"):
        return '%s: 2,%s,"00C3","0000A1B2"' % (command[2:-1], registration())
    if command in ANSWERS:
        return ANSWERS[command]
    return None if command.endswith("=?") or command.startswith("AT+CRSM") else ""


def say(text):
    os.write(master, ("\r\n%s\r\n" % text).encode())


master, slave = pty.openpty()
tty.setraw(slave)
os.symlink(os.ttyname(slave), sys.argv[1])
known, received = registration(), b""
while True:
    readable, _, _ = select.select([master], [], [], 0.1)
    # ModemManager claims the terminal for itself alone, and opens it again.
    fcntl.ioctl(slave, TIOCNXCL)
    if not readable:
        if registration() != known:
            known = registration()
            for code in ("+CREG", "+CGREG"):
                say('%s: %s,"00C3","0000A1B2"' % (code, known))
        continue
    received += os.read(master, 4096)
    while b"\r" in received:
        line, received = received.split(b"\r", 1)
        command = line.strip().decode("latin1")
        if not command:
            continue
        text = answer(command)
        if text:
            say(text)
        say("ERROR" if text is None else "OK")
