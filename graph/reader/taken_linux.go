package reader

import (
	"net"
	"syscall"

	"golang.org/x/sys/unix"
)

// Taken returns how many bytes the other end of a connection has acknowledged, and whether more wait for it. Ok is
// false if that is not known.
func Taken(conn net.Conn) (taken uint64, waits, ok bool) {
	tcp, isTCP := conn.(syscall.Conn)
	if !isTCP {
		return 0, false, false
	}
	raw, err := tcp.SyscallConn()
	if err != nil {
		return 0, false, false
	}
	err = raw.Control(func(fd uintptr) {
		info, err := unix.GetsockoptTCPInfo(int(fd), unix.IPPROTO_TCP, unix.TCP_INFO)
		if err == nil {
			taken, waits, ok = info.Bytes_acked, info.Unacked > 0 || info.Notsent_bytes > 0, true
		}
	})
	return taken, waits, ok && err == nil
}
