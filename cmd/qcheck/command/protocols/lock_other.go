//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package protocols

// lockFile does nothing where there are no locks of this kind.
func lockFile(path, who string) (release func(), holder string, err error) {
	return func() {}, "", nil
}
