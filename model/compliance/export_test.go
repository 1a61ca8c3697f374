package compliance

import (
	"time"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
)

// OnWith is On with other maximums of the flood programme.
func (f Facts) OnWith(day time.Time, flood []catalog.FloodMaximum) *model.Compliance {
	return f.on(day, flood, true)
}
