package model

import "github.com/covertrack/covertrack/model/placement"

// NoticeProgrammes are the programmes of model/placement as the schema shows them.
func NoticeProgrammes() []*NoticeProgramme {
	programmes, _ := placement.Load()
	shown := make([]*NoticeProgramme, len(programmes))
	for i, p := range programmes {
		shown[i] = &NoticeProgramme{
			Key: PlacementProgramme(p.Key), Name: p.Name, Source: p.Source.Name, Edition: p.Source.Edition, ValidFrom: p.ValidFrom.Time,
			ValidTo: dayOrNil(p.ValidTo.Time), AppliesTo: shownScope(p.AppliesTo), Delivery: shownDelivery(p.Delivery),
			Steps: shownSteps(p.Steps), Waits: shownWaits(p.Waits), RenewalWaits: shownWaits(p.RenewalWaits),
			RefundDays: numberOrNil(p.Refund.Days), RefundSource: p.Refund.Citation, Readings: []*NoticeReading{},
		}
		for _, r := range p.Readings {
			shown[i].Readings = append(shown[i].Readings, &NoticeReading{
				Question: r.Question, Taken: r.Taken, Other: r.Other, Source: r.Citation,
			})
		}
	}
	return shown
}

func shownScope(s placement.Scope) *NoticeScope {
	return &NoticeScope{
		Source: s.Citation, AssetTypes: notNil(s.AssetTypes), CoverageTypes: notNil(s.CoverageTypes), MaxUnits: numberOrNil(s.MaxUnits),
		IsOfFloodHazardArea: s.FloodZone != "", IsFederallyRelated: s.FederallyRelated, IsBorrowerOccupied: s.BorrowerOccupied,
	}
}

func shownDelivery(d placement.Delivery) *NoticeHandover {
	return &NoticeHandover{
		Source: d.Citation, PostClasses: notNil(d.PostClasses), AsksConsent: d.Electronic == "consent",
		ConsentSource: textOrNil(d.ElectronicCitation),
	}
}

func shownSteps(steps []*placement.Step) []*NoticeStep {
	shown := make([]*NoticeStep, len(steps))
	for i, s := range steps {
		shown[i] = &NoticeStep{
			Key: s.Key, Name: s.Name, ModelForm: textOrNil(s.Model), Source: s.Citation, CountsAs: textOrNil(s.CountsAs),
			IsOfRenewal: s.OfRenewal, CountsBeforeLapse: s.BeforeLapse, IsDueAtOnce: s.DueAtOnce, After: shownWaits(s.After),
			OnlyStatementsSource: textOrNil(s.OnlyStatements), EstimateSource: textOrNil(s.AsksEstimate),
			Statements: []*NoticeStatement{}, BuiltIn: s.Built(),
		}
		for _, stated := range s.Statements {
			shown[i].Statements = append(shown[i].Statements, &NoticeStatement{
				Key: stated.Key, Source: stated.Citation, Say: NoticeSaying(stated.Say), IsBold: stated.Bold, Plain: notNil(stated.Plain),
				IsOptional: stated.Optional, Text: stated.Text,
			})
		}
	}
	return shown
}

func shownWaits(waits []placement.Wait) []*NoticeWait {
	shown := make([]*NoticeWait, len(waits))
	for i, w := range waits {
		shown[i] = &NoticeWait{Step: w.Step, Days: numberOrNil(w.Days), IsWholeDays: w.WholeDays, Source: w.Citation, Rule: w.Rule}
	}
	return shown
}

func textOrNil(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

func numberOrNil(n int) *int {
	if n == 0 {
		return nil
	}
	return &n
}

func notNil(texts []string) []string { return append([]string{}, texts...) }
