// Tests of saver.go; go test runs them.
package main

import (
	"strings"
	"testing"
)

const game = `{"t":"game","game":"gold-rush","seat":0,"players":2,"seed":7}`

// Sends lines to the bot; returns its answers.
func answers(lines ...string) string {
	var out strings.Builder
	serve(strings.NewReader(strings.Join(lines, "\n")), &out)
	return out.String()
}

// The message that asks for one of these moves.
func decision(moves string) string {
	return `{"t":"decide","n":3,"phase":"act","count":2,"moves":[` + moves + `]}`
}

func expect(t *testing.T, got string, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%q, not %q", got, want)
	}
}

func TestIntroducesItself(t *testing.T) {
	expect(t, answers(`{"t":"hello","proto":2}`), ready+"\n")
}

func TestTakesTheBestLead(t *testing.T) {
	moves := `{"id":0,"kind":"none","scores":[3,5]},{"id":1,"kind":"none","scores":[6,5]}`
	expect(t, answers(game, decision(moves)), "{\"t\":\"move\",\"n\":3,\"id\":1}\n")
}

func TestTakesTheCardWithTheBestExpectedLead(t *testing.T) {
	moves := `{"id":0,"kind":"flip","at":"a1","scores":[0.5,0.25]},{"id":1,"kind":"flip","at":"b1","scores":[2,0]}`
	expect(t, answers(game, decision(moves)), "{\"t\":\"move\",\"n\":3,\"id\":1}\n")
}

func TestKeepsAPieceThatBringsLittle(t *testing.T) {
	moves := `{"id":0,"kind":"cowboy","scores":[6,5]},{"id":1,"kind":"none","scores":[5,5]}`
	expect(t, answers(game, decision(moves)), "{\"t\":\"move\",\"n\":3,\"id\":1}\n")
}

func TestIgnoresWhatItDoesNotKnow(t *testing.T) {
	expect(t, answers("]no JSON", "[1]", "3", `{"t":"news"}`), "")
}
