package model_test

import (
	"time"

	"github.com/covertrack/covertrack/model"
)

type stubFacts model.ComplianceFacts

func (f stubFacts) On(day time.Time) *model.Compliance { return naiveOn(model.ComplianceFacts(f), day) }
