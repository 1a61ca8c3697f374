package postgres

import (
	"fmt"
	"maps"
	"strconv"
	"time"
)

// TimeoutsParam is the parameter of a DSN that, set to "off", keeps the session time-outs out of the start of a
// connection. It is for a PgBouncer, which refuses to pass them on:
//
//	postgres://app@pgbouncer:6432/covertrack?session_timeouts=off&default_query_exec_mode=exec
//
// The role must carry the time-outs instead; Open logs a warning, with the command to run, if it does not.
const TimeoutsParam = "session_timeouts"

// sessionParams completes the start-up parameters of each new session. What the DSN gives is kept.
func sessionParams(params map[string]string, opt Options) error {
	withTimeouts := true
	if value, ok := params[TimeoutsParam]; ok {
		if value != "on" && value != "off" {
			return fmt.Errorf("%s is %q; set it to on or off", TimeoutsParam, value)
		}
		withTimeouts = value == "on"
		delete(params, TimeoutsParam)
	}
	wanted := map[string]string{"application_name": "covertrack", "timezone": "UTC"}
	if opt.ApplicationName != "" {
		wanted["application_name"] = opt.ApplicationName
	}
	if withTimeouts {
		maps.Copy(wanted, timeouts(opt))
	}
	maps.Copy(wanted, params)
	maps.Copy(params, wanted)
	return nil
}

// timeouts returns the session time-outs that opt asks for, in milliseconds.
func timeouts(opt Options) map[string]string {
	params := map[string]string{}
	for name, d := range map[string]time.Duration{
		"lock_timeout":                        opt.LockTimeout,
		"statement_timeout":                   opt.StatementTimeout,
		"idle_in_transaction_session_timeout": opt.IdleInTransactionTimeout,
	} {
		if d > 0 {
			params[name] = strconv.FormatInt(max(1, d.Milliseconds()), 10)
		}
	}
	return params
}

// dropTimeouts removes the time-outs from params and reports whether there were any.
func dropTimeouts(params map[string]string) bool {
	before := len(params)
	for name := range timeouts(DefaultOptions()) { // These have all three.
		delete(params, name)
	}
	return len(params) < before
}
