package everyn_test

import (
	"testing"

	"qcheck/setsys/slow"
)

func TestMain(m *testing.M) { slow.Main(m, 9500) }
