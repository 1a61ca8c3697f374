package compliance_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
)

// naiveShrink leaves out of a world all that is not needed for it to be wrong.
func naiveShrink(w naiveWorld, wrong func(naiveWorld) bool) naiveWorld {
	for n := 0; ; n++ {
		smaller := naiveCopy(w)
		left := n
		if !naiveLeaveOut(reflect.ValueOf(&smaller).Elem(), &left) {
			return w
		}
		if stillWrong(smaller, wrong) {
			w, n = smaller, -1
		}
	}
}

// stillWrong is false for a world that makes no sense any more.
func stillWrong(w naiveWorld, wrong func(naiveWorld) bool) (so bool) {
	defer func() {
		if recover() != nil {
			so = false
		}
	}()
	return wrong(w)
}

func naiveCopy(w naiveWorld) (c naiveWorld) {
	text, err := json.Marshal(w)
	if err == nil {
		err = json.Unmarshal(text, &c)
	}
	if err != nil {
		panic(err)
	}
	return c
}

// naiveLeaveOut leaves out the n-th thing that can be left out. It reports whether there is one.
func naiveLeaveOut(v reflect.Value, n *int) bool {
	isNext := func() bool {
		*n--
		return *n < 0
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).Tag.Get("shrink") != "keep" && naiveLeaveOut(v.Field(i), n) {
				return true
			}
		}
	case reflect.Bool:
		if v.Bool() && isNext() {
			v.SetBool(false)
			return true
		}
	case reflect.Pointer:
		if !v.IsNil() && isNext() {
			v.SetZero()
			return true
		}
		if !v.IsNil() && v.Type().Elem().Kind() == reflect.Struct {
			return naiveLeaveOut(v.Elem(), n)
		}
	case reflect.String:
		if v.Len() > 0 && isNext() {
			v.SetString("")
			return true
		}
	case reflect.Slice:
		for i := range v.Len() {
			if isNext() {
				v.Set(reflect.AppendSlice(v.Slice(0, i), v.Slice(i+1, v.Len())))
				return true
			}
		}
		for i := range v.Len() {
			if v.Type().Elem().Kind() == reflect.Struct && naiveLeaveOut(v.Index(i), n) {
				return true
			}
		}
	case reflect.Map:
		keys := v.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int { return slices.Compare([]byte(a.String()), []byte(b.String())) })
		for _, key := range keys {
			if isNext() {
				v.SetMapIndex(key, reflect.Value{})
				return true
			}
			value := reflect.New(v.Type().Elem()).Elem()
			value.Set(v.MapIndex(key))
			if value.Kind() == reflect.Slice && naiveLeaveOut(value, n) {
				v.SetMapIndex(key, value)
				return true
			}
		}
	}
	return false
}

// naiveLines is what two evaluators must agree on, one line a target and a finding.
func naiveLines(c *model.Compliance) (lines []string) { return naiveLinesWith(c, naiveFinding) }

func naiveLinesWith(c *model.Compliance, line func(*model.Finding) string) (lines []string) {
	lines = append(lines, fmt.Sprintf("%s with %s on %s: %s",
		naiveName(&c.CaseID), naiveName(c.RiskProfileID), c.On.Format("2006-01-02"), c.Verdict))
	for _, d := range c.Demands {
		heading := fmt.Sprintf("  %s %s", naiveCoverage(d.CoverageTypeID).Key, d.Verdict)
		if d.RequiredLimit != nil {
			heading += fmt.Sprintf(": required %s, found %s, shortfall %s",
				naiveShown(d.RequiredLimit), naiveShown(d.FoundLimit), naiveShown(d.Shortfall))
		}
		lines = append(lines, heading)
		var ofAll []string
		for _, f := range d.Findings {
			ofAll = append(ofAll, "      "+line(f))
		}
		slices.Sort(ofAll)
		lines = append(lines, ofAll...)
		for _, t := range d.Targets {
			placed := ""
			if t.LenderPlaced {
				placed = " (lender-placed)"
			}
			lines = append(lines, fmt.Sprintf("    at %q %s%s: required %s, found %s, shortfall %s",
				naiveName(t.AssetID), t.Verdict, placed, naiveShown(t.RequiredLimit), naiveShown(t.FoundLimit), naiveShown(t.Shortfall)))
			var blankets []string
			for _, b := range t.Blankets {
				if len(b.SharedWith) > 0 {
					blankets = append(blankets, "      "+naiveBlanket(b))
				}
			}
			slices.Sort(blankets)
			lines = append(lines, blankets...)
			var findings []string
			for _, f := range t.Findings {
				findings = append(findings, "      "+line(f))
			}
			slices.Sort(findings)
			lines = append(lines, findings...)
		}
	}
	return lines
}

func naiveBlanket(b *model.Blanket) string {
	var others []string
	for _, asset := range b.SharedWith {
		others = append(others, naiveName(&asset))
	}
	slices.Sort(others)
	return fmt.Sprintf("has %s of %s of %s with %v, required %s",
		naiveShown(b.Allocated), naiveShown(b.Limit), naiveName(&b.PolicyID), others, naiveShown(b.Required))
}

func naiveShown(m *scalar.Money) string {
	if m == nil {
		return "null"
	}
	return m.String()
}

// naiveFinding leaves out the message, and the texts but those of limits and days.
func naiveFinding(f *model.Finding) string {
	line := fmt.Sprintf("%s %s", f.Code, f.Outcome)
	if !f.Counted {
		line += " (not counted)"
	}
	add := func(what, text string) {
		if text != "" {
			line += " " + what + " " + text
		}
	}
	add("of", naiveName(f.PolicyID))
	add("as", naiveName(f.PolicyVersionID))
	add("peril", naiveName(f.PerilID))
	if f.Item != nil {
		add("item", *f.Item)
	}
	// Of several waivers that reach perils which are told as one, any may be named.
	byPeril := []model.FindingCode{
		model.FindingCodeDeductibleTooHigh, model.FindingCodeDeductibleUnknown, model.FindingCodeCurrencyDiffers,
		model.FindingCodeLimitTooLow,
	}
	if f.PerilID != nil || !slices.Contains(byPeril, f.Code) {
		add("by", naiveName(f.WaiverID))
	}
	switch f.Code {
	case naiveInsuredNotNamed:
		add("required", naiveOr(f.Required))
	case naiveEvidenceTemporary, naiveNotConfirmed, model.FindingCodeDeductibleTooHigh:
		add("found", naiveOr(f.Found))
	case model.FindingCodeLimitTooLow, naiveAggregateTooLow, naiveAttachmentGap:
		add("required", naiveOr(f.Required))
		add("found", naiveOr(f.Found))
	case model.FindingCodeNotStarted, model.FindingCodeExpired, model.FindingCodeCancelled, model.FindingCodeDeactivated:
		add("found", naiveOr(f.Found))
	}
	return line
}

func naiveOr(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}
