package protocols

import "testing"

// Nobody else may search in a directory meanwhile.
func TestLevelsAreLocked(t *testing.T) {
	dir := t.TempDir()
	holder, other := levelsOptions{resume: dir}, levelsOptions{resume: dir}
	if err := holder.lock(); err != nil || holder.unlock == nil {
		t.Fatal(err)
	}
	says := dir + " is in use by " + lockHolder() + ", which has locked " + dir + "/lock"
	if err := other.lock(); err == nil || err.Error() != says {
		t.Errorf("%v, want %s", err, says)
	}
	holder.release()
	if err := other.lock(); err != nil {
		t.Error(err)
	}
	other.release()
}
