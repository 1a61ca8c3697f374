package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/covertrack/covertrack/cmd/bench/fire"
)

// crowd is how many clients write to the one portfolio of the take follow-up. Both sides have a connection for each.
const crowd = 64

// followUpRow is creations of policies in one portfolio, each with its version, notices, stored verdict and event:
// through the product, and as bare inserts of the same rows.
func followUpRow(ctx context.Context, r *rig, t *table) (err error) {
	const database = "follow_up"
	site, err := r.site(ctx, database, 200, 200)
	if err != nil {
		return err
	}
	if err := site.serveCrowd(ctx, database); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, site.product.stop()) }()
	cases, bodies, err := site.frameworkPolicies(ctx)
	if err != nil {
		return err
	}
	pool, err := openPool(ctx, r.server.DSN(database), crowd)
	if err != nil {
		return err
	}
	defer pool.Close()
	var made struct{ ID string }
	if _, err := site.ask(ctx, http.MethodPost, "/rest/policies", site.data.Writes, bodies[0], &made); err != nil {
		return err
	}
	bare, err := newBarePolicies(ctx, pool, made.ID, cases)
	if err != nil {
		return err
	}
	job := fire.Job{
		Addr: site.product.addr, Method: http.MethodPost, Paths: []string{"/rest/policies"}, Bodies: bodies,
		Token: site.data.Writes, Conns: crowd, For: r.round,
	}
	results, err := r.alternate(ctx, "policies with follow-up and verdict",
		func(ctx context.Context, _ int) (fire.Result, error) { return fire.Run(ctx, job) },
		func(ctx context.Context, _ int) (fire.Result, error) { return bare.run(ctx, r.round) })
	if err != nil {
		return err
	}
	t.atLeast("one portfolio, 64 clients: policies with follow-up and stored verdict ÷ bare inserts of the same rows", 0.7,
		ratio(results[0], results[1], rate))
	return nil
}

// serveCrowd starts a node in place of the site's: without jobs, which would find that copied policies have no verdict,
// and with a connection for each client. One organization has half of the pool.
func (r *rig) serveCrowd(ctx context.Context, database string) (err error) {
	if err := r.product.stop(); err != nil {
		return err
	}
	dsn := fmt.Sprintf("%s&pool_max_conns=%d", r.server.DSN(database), 2*crowd+2)
	r.product, err = r.startProduct(ctx, database, "--workers", "0", "--database-url", dsn)
	return err
}

// frameworkPolicies are a body of a policy for each case with a risk profile, and the ids of the cases.
func (r *rig) frameworkPolicies(ctx context.Context) (cases, bodies []string, err error) {
	var found struct {
		Data []struct{ ID, RiskProfile string }
	}
	path := "/rest/cases?limit=200&hasRiskProfile=true&status=OPEN,approved"
	if _, err := r.ask(ctx, http.MethodGet, path, r.data.Writes, "", &found); err != nil {
		return nil, nil, err
	}
	perils, err := r.perils(ctx)
	if err != nil {
		return nil, nil, err
	}
	demanded := map[string]string{} // a coverage type of each profile
	for _, c := range found.Data {
		if _, known := demanded[c.RiskProfile]; !known {
			var profile struct {
				Requirements []struct{ CoverageType string }
			}
			if _, err := r.ask(ctx, http.MethodGet, "/rest/risk-profiles/"+c.RiskProfile, r.data.Writes, "", &profile); err != nil {
				return nil, nil, err
			}
			demanded[c.RiskProfile] = ""
			if len(profile.Requirements) > 0 {
				demanded[c.RiskProfile] = profile.Requirements[0].CoverageType
			}
		}
		coverage := demanded[c.RiskProfile]
		if coverage == "" {
			continue // a profile that demands nothing allows nothing
		}
		body := verdictPolicy(c.ID, coverage, nil, nil)
		delete(body, "perilsByAsset")
		body["perils"] = perils[coverage]
		text, err := json.Marshal(body)
		if err != nil {
			return nil, nil, err
		}
		cases, bodies = append(cases, c.ID), append(bodies, string(text))
	}
	if len(cases) == 0 {
		err = errors.New("there is no open case with a risk profile that demands something")
	}
	return cases, bodies, err
}
