package letter

import (
	"embed"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/letter"
)

//go:embed templates
var templateFiles embed.FS

// builtInVersion is the version of all built-in wordings.
const builtInVersion = 2

// builtIn are the wordings of letters for which a lender has none of its own, and parsedBuiltIn the same ones, parsed.
var (
	builtIn       = readBuiltIn()
	parsedBuiltIn = parseBuiltIn()
)

func readBuiltIn() map[model.RenewalStep]letter.Wording {
	wordings := map[model.RenewalStep]letter.Wording{}
	for _, step := range model.AllRenewalStep {
		text, err := templateFiles.ReadFile(fmt.Sprintf("templates/%s.txt", step))
		if err != nil {
			panic(err) // a step without a wording does not start
		}
		subject, body, _ := strings.Cut(string(text), "\n\n")
		wordings[step] = letter.Wording{Subject: subject, Body: strings.TrimSpace(body)}
	}
	return wordings
}

func parseBuiltIn() map[model.RenewalStep]letter.Parsed {
	wordings := map[model.RenewalStep]letter.Parsed{}
	for step, wording := range builtIn {
		parsed, err := wording.Parse()
		if err != nil {
			panic(err)
		}
		wordings[step] = parsed
	}
	return wordings
}

// BuiltIn returns the built-in wording of a step's letters. A request that no step makes is worded as the first step.
func BuiltIn(step model.RenewalStep) letter.Wording {
	return ofStep(builtIn, step)
}

// ofStep returns what belongs to a step, or to the first one for a request that no step makes.
func ofStep[T any](all map[model.RenewalStep]T, step model.RenewalStep) T {
	if one, ok := all[step]; ok {
		return one
	}
	return all[model.RenewalStepRequest]
}

// words are a letter's subject and opening paragraphs, and what worded them.
type words struct {
	subject    string
	paragraphs []string
	template   *uuid.UUID
	version    int
	answers    bool // evidence that came in
}

// word writes the subject and the opening paragraphs. A lender's own wording that makes too much of this request is no
// reason not to write: the built-in one takes its place.
func (d *Draft) word(r *letter.Request) (w words, err error) {
	if d.Refusal != nil {
		return d.Refusal.words(r), nil
	}
	if t := d.Template; t != nil {
		if w.subject, w.paragraphs, err = letter.WordingOf(t).Write(r); err == nil {
			w.template, w.version = &t.ID, t.Version
			return w, nil
		}
	}
	w.subject, w.paragraphs, err = ofStep(parsedBuiltIn, r.Step).Write(r)
	w.version = builtInVersion
	return w, err
}
