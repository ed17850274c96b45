// A bot for all games of goldrush in Go: takes what scores most, but keeps a piece that brings little for later.
//
//	go build -o saver scripts/bots/saver.go
//	goldrush match --a exec:./saver --b random --games 100
//
// The protocol is described in sim-cli/PROTOCOL.md. Needs Go 1.18 or newer and no packages.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
)

const ready = `{"t":"ready","name":"saver","version":"1","proto":2,"games":["gold-rush","carcassonne","carcassonne+gold-mines","knizia-gold"],"send":["scores"]}`

// Points that a piece has to bring.
const piece = 1.5

// Message from goldrush; other fields are ignored.
type Message struct {
	T     string
	N     int
	Seat  int
	Moves []Move
}

// Move that is legal; Kind tells what it does, and Scores are those of all seats after it.
type Move struct {
	ID     int
	Kind   string
	Scores []float64
}

func value(move Move, seat int) float64 {
	best, isFirst := 0.0, true
	for other, score := range move.Scores {
		if other != seat && (isFirst || score > best) {
			best, isFirst = score, false
		}
	}
	lead := move.Scores[seat] - best
	switch move.Kind {
	case "cowboy", "tent", "follower":
		return lead - piece
	}
	return lead
}

func choose(moves []Move, seat int) int {
	best := 0
	for at := range moves {
		if value(moves[at], seat) > value(moves[best], seat) {
			best = at
		}
	}
	return moves[best].ID
}

// Answers messages, one a line, until there are no more.
func serve(in io.Reader, out io.Writer) {
	lines, seat := bufio.NewReader(in), 0
	for {
		line, err := lines.ReadBytes('\n')
		var message Message
		if json.Unmarshal(line, &message) == nil {
			switch message.T {
			case "hello":
				fmt.Fprintln(out, ready)
			case "game":
				seat = message.Seat
			case "decide":
				fmt.Fprintf(out, "{\"t\":\"move\",\"n\":%d,\"id\":%d}\n", message.N, choose(message.Moves, seat))
			}
		}
		if err != nil {
			return
		}
	}
}

func main() {
	serve(os.Stdin, os.Stdout)
}
