# What messages-6.18.hex was recorded from: kernel 6.18, x86-64,
#   unshare -rnm -- sh -eu setup.sh
mount -t sysfs sysfs /sys
ip link set lo up
ip link add eth0 type veth peer name peer0
ip link set eth0 up
ip link set peer0 up
ip link property add dev eth0 altname uplink altname enp0s31f6
ip address add 192.0.2.7/24 dev eth0
ip address add 192.0.2.8/24 dev eth0
ip address add 2001:db8::7/64 dev eth0 nodad
ip address add 10.0.0.1 peer 10.0.0.2/32 dev eth0
ip link add br0 type bridge
ip link add port0 type veth peer name port1
ip link set port0 master br0
ip link add macvlan0 link eth0 type macvlan
ip link add vxlan0 type vxlan id 42 dstport 4789
ip link add ifb0 type ifb
ip tuntap add tun0 mode tun
ip tuntap add tap0 mode tap
ip rule add not fwmark 0xca6c table 51820 priority 32765
ip rule add fwmark 0x80000/0xff0000 table main priority 5210
ip -6 rule add not fwmark 0xca6c table 51820 priority 32765
ip link add eth1 type veth peer name peer1
ip link set eth1 up
ip link set peer1 up
ip address add 198.51.100.7/24 dev eth1
ip route add default nexthop via 192.0.2.1 dev eth0 nexthop via 198.51.100.1 dev eth1
ip route add 9.0.0.0/8 via inet6 fe80::1 dev eth0 metric 50
ip -6 route add default via fe80::1 dev eth0 expires 1800
ip nexthop add id 10 via 192.0.2.1 dev eth0
ip nexthop add id 11 via 198.51.100.1 dev eth1
ip nexthop add id 12 group 10/11
ip route add 8.0.0.0/8 nhid 12
ip route add blackhole 203.0.113.0/24
ip route add prohibit 203.0.114.0/24
ip -6 route add unreachable 2001:db8:dead::/48
python3 record.py 198.41.0.4 198.41.0.4,fibmatch 198.41.0.4,fibmatch,oif=eth1 9.9.9.9 \
    9.9.9.9,fibmatch 8.8.8.8,fibmatch 2001:500:2::c 2001:500:2::c,fibmatch 192.0.2.7 \
    203.0.113.1 203.0.114.1 203.0.114.1,fibmatch 2001:db8:dead::1 2001:db8:dead::1,fibmatch
ip link set peer1 down
until ip -o link show dev eth1 | grep -q NO-CARRIER && ip route | grep -q linkdown; do sleep 0.1; done
python3 record.py --lookups 198.41.0.5,fibmatch
# Last, because it takes eth0 down: entries of the table of neighbors come, change and go.
python3 record.py --neighbors '
    lladdr="lladdr 02:00:00:00:00:02 dev eth0 nud"
    ip neigh add 192.0.2.1 $lladdr reachable
    ip neigh change 192.0.2.1 $lladdr stale
    ip neigh change 192.0.2.1 $lladdr permanent
    ip neigh del 192.0.2.1 dev eth0
    ip neigh add 2001:db8::9 $lladdr permanent
    ip neigh add fe80::1 lladdr 02:00:00:00:00:03 dev eth0 router nud reachable
    ip neigh del fe80::1 dev eth0
    bridge fdb add 02:00:00:00:00:09 dev port0 master static
    # No host answers.
    bash -c "echo x >/dev/udp/192.0.2.9/9"; sleep 4
    ip link set eth0 down'
