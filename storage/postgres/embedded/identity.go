package embedded

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// identity is the user that runs the server: our own, or another one if we are root, which Postgres refuses.
type identity struct {
	uid, gid int
	name     string
}

// identify chooses the user: our own or, if that is root, the owner of the first of the folders that exists, else
// postgres, else nobody. The first of the folders, the cluster itself, must not belong to root.
func identify(folders ...string) (identity, error) {
	owner, existing, err := firstOwner(folders)
	self := os.Geteuid()
	switch {
	case err != nil:
		return identity{}, err
	case self != 0 && existing != "" && owner.uid != self:
		return identity{}, fmt.Errorf("%w: %s belongs to user %s; run as that user, or as root", ErrDataDir, existing, owner.name)
	case self != 0:
		u, err := user.LookupId(strconv.Itoa(self))
		if err != nil {
			return identity{}, fmt.Errorf("initdb needs to know the name of user %d: add it to /etc/passwd, or run as another user", self)
		}
		return identity{uid: self, gid: os.Getegid(), name: u.Username}, nil
	case owner.uid != 0:
		return owner, nil
	case existing == folders[0]:
		return identity{}, fmt.Errorf("%w: %s belongs to root, whom Postgres refuses; "+
			"give it to another user with `chown -R`", ErrDataDir, existing)
	}
	for _, name := range []string{"postgres", "nobody"} {
		if u, err := user.Lookup(name); err == nil {
			uid, uidErr := strconv.Atoi(u.Uid)
			gid, gidErr := strconv.Atoi(u.Gid)
			return identity{uid: uid, gid: gid, name: name}, errors.Join(uidErr, gidErr)
		}
	}
	return identity{}, errors.New("postgres refuses to run as root, and there is neither a user postgres nor a user " +
		"nobody; run as an ordinary user, or create the user postgres")
}

// firstOwner returns the first of the folders that exists, with its owner; "" if none does.
func firstOwner(folders []string) (owner identity, folder string, err error) {
	for _, folder := range folders {
		info, err := os.Lstat(folder)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return identity{}, "", fmt.Errorf("%w: %w; run as the user it belongs to", ErrDataDir, err)
		}
		stat := info.Sys().(*syscall.Stat_t) // Every Unix has it.
		owner := identity{uid: int(stat.Uid), gid: int(stat.Gid), name: strconv.Itoa(int(stat.Uid))}
		if u, err := user.LookupId(owner.name); err == nil {
			owner.name = u.Username
		}
		return owner, folder, nil
	}
	return identity{}, "", nil
}

// command returns a program of Postgres to run as the server's user, with dir as its folder and home. Its environment
// has none of our secrets, and no variables that would configure it (PG*, LC_*).
func (id identity) command(ctx context.Context, dir, program string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = dir
	cmd.Env = []string{"HOME=" + dir, "LC_ALL=C", "TZ=UTC"}
	for _, key := range []string{"PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"} {
		if value, ok := os.LookupEnv(key); ok {
			cmd.Env = append(cmd.Env, key+"="+value)
		}
	}
	// A group of its own keeps Ctrl-C away from the server: we finish our requests before we stop it.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if id.uid != os.Geteuid() {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(id.uid), Gid: uint32(id.gid)}
	}
	return cmd
}

// prove checks that the server's user can run initdb, and can do so in the nearest folder at or above dir that exists,
// before anything is created there.
func (id identity) prove(bin binaries, dir string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	initdb := filepath.Join(bin.dir, "initdb")
	if out, err := id.command(ctx, "/", initdb, "--version").CombinedOutput(); err != nil {
		return fmt.Errorf("%w: user %s, whom Postgres would run as, cannot run %s: %w %s; install Postgres where all users "+
			"reach it, or name its folder with --pg-bin", ErrNoPostgres, id.name, initdb, err, out)
	}
	for !isDir(dir) {
		dir = filepath.Dir(dir)
	}
	if err := id.command(ctx, dir, initdb, "--version").Run(); err != nil {
		return fmt.Errorf("%w: user %s, whom Postgres runs as, cannot reach %s (%w): choose a --data-dir outside of private "+
			"home folders, or open the way with `chmod o+x` on the folders above it", ErrDataDir, id.name, dir, err)
	}
	return nil
}

// privateDir creates dir if it is missing, and makes it accessible to the server's user alone. It fails on somebody
// else's folder, unless we are root.
func (id identity) privateDir(dir string) error {
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	if info, err := os.Lstat(dir); err != nil || !info.IsDir() {
		return errors.Join(err, fmt.Errorf("%s is not a folder; remove it", dir))
	}
	return errors.Join(id.give(dir), os.Chmod(dir, 0o700))
}

// give makes the server's user the owner of path.
func (id identity) give(path string) error {
	if id.uid != os.Geteuid() {
		return os.Lchown(path, id.uid, id.gid)
	}
	return nil
}
