// Command goclient uses the client that genqlient generates of the schema: goclient <base URL> <token> <program id>. It is a
// module of its own, so that no tool of it is a dependency of covertrack.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os"

	"github.com/Khan/genqlient/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

//go:generate go tool genqlient

type authorized struct{ token string }

func (a authorized) RoundTrip(r *http.Request) (*http.Response, error) {
	r.Header.Set("Authorization", "Bearer "+a.token)
	return http.DefaultTransport.RoundTrip(r)
}

func main() {
	client := graphql.NewClient(os.Args[1]+"/graphql", &http.Client{Transport: authorized{os.Args[2]}})
	if err := run(context.Background(), client, os.Args[3]); err != nil {
		log.Fatal(err)
	}
	fmt.Println("goclient: the generated Go client opened, held, listed and read a case")
}

func run(ctx context.Context, client graphql.Client, program string) error {
	status, loan, metadata := CaseStatusOpen, "LN-78", map[string]any{"branch": "north"}
	opened, err := OpenCase(ctx, client, CreateCaseInput{
		Program: &program, Status: &status, LoanNumber: &loan, LoanAmount: &MoneyInput{Amount: "1250000.00", Currency: "USD"},
		Metadata: &metadata,
	})
	if err != nil {
		return err
	}
	id := opened.CreateCase.Id
	held, err := HoldCase(ctx, client, id)
	if err != nil || held.PutCaseOnHold.Status != CaseStatusOnhold {
		return fmt.Errorf("hold: %v, %w", held, err)
	}
	limit := 10
	listed, err := CasesOfPortfolio(ctx, client, &CaseFilter{Status: []CaseStatus{CaseStatusOnhold}}, &limit)
	if err != nil || listed.Cases.PageInfo.Total == 0 {
		return fmt.Errorf("list: %v, %w", listed, err)
	}
	read, err := CaseWithPolicies(ctx, client, id)
	if err != nil || read.Case.LoanAmount.Amount != "1250000.00" || read.Case.CreatedAt.IsZero() {
		return fmt.Errorf("read: %v, %w", read, err)
	}
	_, err = OpenCase(ctx, client, CreateCaseInput{})
	var refused gqlerror.List
	if !errors.As(err, &refused) || refused[0].Extensions["code"] != "program_xor_risk_profile" {
		return fmt.Errorf("an empty case was answered %w", err)
	}
	return nil
}
