package model

import "time"

// OnWith is On with other maximums of the flood programme.
func (f ComplianceFacts) OnWith(day time.Time, flood []FloodMaximum) *Compliance {
	return f.on(day, flood)
}
