package referee

import (
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

func TestTheWaitsGrowAndEnd(t *testing.T) {
	var all []time.Duration
	sum, waits := time.Duration(0), newWaits()
	for wait, more := waits.next(); more; wait, more = waits.next() {
		all, sum = append(all, wait), sum+wait
	}
	if sum != patience || all[0] != firstWait || slices.Max(all) != longestWait || all[1] != 2*firstWait {
		t.Errorf("the waits are %v, %v in all", all, sum)
	}
}

func TestWhatIsWorthAnotherTry(t *testing.T) {
	again := []codes.Code{codes.Unavailable, codes.Internal, codes.Canceled, codes.Unknown, codes.AlreadyExists}
	for code := codes.Canceled; code <= codes.Unauthenticated; code++ {
		if got := worthTryingAgain(status.Error(code, "")); got != slices.Contains(again, code) {
			t.Errorf("%v: %v", code, got)
		}
	}
	if !worthTryingAgain(io.EOF) {
		t.Error("a stream that ended without a word is worth another try")
	}
}

func TestSettings(t *testing.T) {
	for name, value := range map[string]string{"ADDRESS": "example:1", "TOKEN": "t", "CA": "ca.pem"} {
		t.Setenv("REFEREE_"+name, value)
	}
	if settings, err := SettingsFromEnvironment(); err != nil || settings != (Settings{"example:1", "t", "ca.pem"}) {
		t.Errorf("%v %v", settings, err)
	}
	if _, err := (Settings{Address: "example:1", CA: "/nowhere"}).dial(); err == nil || !strings.Contains(err.Error(), "REFEREE_CA") {
		t.Errorf("a missing file is not named: %v", err)
	}
	t.Setenv("REFEREE_ADDRESS", "")
	if _, err := SettingsFromEnvironment(); err == nil || !strings.Contains(err.Error(), "REFEREE_ADDRESS") {
		t.Errorf("a missing address is not named: %v", err)
	}
}
