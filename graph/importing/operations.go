package importing

import (
	"context"
	"encoding/json"
	"errors"
	"regexp"
	"strconv"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model/fault"
)

// operations are those of clients by which rows are written.
type operations struct {
	create map[string]creation
	update map[string]*engine.Operation
	single map[string]creation
	move   map[string]*engine.Operation
}

// creation is an operation that makes a record, or several, all or none, with its root field.
type creation struct {
	*engine.Operation
	field string
}

func compile(e *engine.Engine) *operations {
	must := func(source string) *engine.Operation {
		op, err := e.Compile("import.graphql", source)
		if err != nil {
			panic("an operation of imports does not fit the schema: " + err.Error())
		}
		return op
	}
	batch := func(field, input string) creation {
		return creation{must("mutation($items: [" + input + "!]!) { " + field + "(input: {items: $items}) { id } }"), field}
	}
	single := func(field, input string) creation {
		return creation{must("mutation($input: " + input + "!) { " + field + "(input: $input) { id } }"), field}
	}
	update := func(field, input string) *engine.Operation {
		return must("mutation($id: ID!, $input: " + input + "!) { " + field + "(id: $id, input: $input) { id } }")
	}
	alone := func(field string) *engine.Operation {
		return must("mutation($id: ID!) { " + field + "(id: $id) { id } }")
	}
	return &operations{
		create: map[string]creation{
			"broker": batch("createBrokers", "CreateBrokerInput"), "insured": batch("createInsureds", "CreateInsuredInput"),
			"case": batch("createCases", "CreateCaseInput"), "asset": batch("createAssets", "CreateAssetInput"),
			"policy": batch("createPolicies", "CreatePolicyInput"), "user": batch("createUsers", "CreateUserInput"),
			"brokerage": batch("createBrokerages", "CreateBrokerageInput"), "program": batch("createPrograms", "CreateProgramInput"),
			"certificateHolder": batch("createCertificateHolders", "CreateCertificateHolderInput"),
			"mortgageeClause":   batch("createMortgageeClauses", "CreateMortgageeClauseInput"),
			"riskProfile":       batch("createRiskProfiles", "CreateRiskProfileInput"),
		},
		update: map[string]*engine.Operation{
			"insured": update("updateInsured", "UpdateInsuredInput"), "case": update("updateCase", "UpdateCaseInput"),
			"asset": update("updateAsset", "UpdateAssetInput"), "policy": update("updatePolicy", "UpdatePolicyInput"),
			"placement": update("updatePlacement", "UpdatePlacementInput"),
		},
		single: map[string]creation{
			"insuredGroup": single("createInsuredGroup", "CreateInsuredGroupInput"),
			"placement":    single("createPlacement", "CreatePlacementInput"),
		},
		move: map[string]*engine.Operation{
			"publishRiskProfile": alone("publishRiskProfile"), "putCaseOnHold": alone("putCaseOnHold"), "reopenCase": alone("reopenCase"),
			"putPolicyOnHold": alone("putPolicyOnHold"), "deactivatePolicy": alone("deactivatePolicy"),
			"releasePolicyHold": alone("releasePolicyHold"), "updatePolicy": update("updatePolicy", "UpdatePolicyInput"),
			"updateCase": update("updateCase", "UpdateCaseInput"), "closeCase": update("closeCase", "CloseCaseInput"),
			"cancelPolicy": update("cancelPolicy", "CancelPolicyInput"), "reinstatePolicy": update("reinstatePolicy", "ReinstatePolicyInput"),
			"createPolicyTerm": update("createPolicyTerm", "CreatePolicyTermInput"),
		},
	}
}

// itemsAtOnce is how many records an operation makes.
const itemsAtOnce = 100

// item is a record that is to be made, and what to do with it then.
type item struct {
	input  map[string]any
	made   func(id uuid.UUID)
	refuse func(fault.Violations)
}

var ofItem = regexp.MustCompile(`^/items/([0-9]+)(/.*)?$`)

// createOne makes a record; refused are the violations, nil if it is made.
func (c *chunk) createOne(ctx context.Context, noun string, input map[string]any) (id uuid.UUID, refused fault.Violations, err error) {
	op := c.ops.single[noun]
	data, err := c.Engine.Run(ctx, op.Operation, map[string]any{"input": input})
	if err != nil {
		refused, err = violationsOf(err)
		return uuid.Nil, refused, err
	}
	var made map[string]struct{ ID uuid.UUID }
	err = json.Unmarshal(data, &made)
	return made[op.field].ID, nil, err
}

// createAll makes records. Those that are refused are told, and the others are made.
func (c *chunk) createAll(ctx context.Context, noun string, items []*item) error {
	for len(items) > 0 {
		some := items[:min(itemsAtOnce, len(items))]
		items = items[len(some):]
		if err := c.createSome(ctx, noun, some); err != nil {
			return err
		}
	}
	return nil
}

func (c *chunk) createSome(ctx context.Context, noun string, items []*item) error {
	op := c.ops.create[noun]
	for len(items) > 0 {
		inputs := make([]any, len(items))
		for i, it := range items {
			inputs[i] = it.input
		}
		data, err := c.Engine.Run(ctx, op.Operation, map[string]any{"items": inputs})
		if err == nil {
			return tell(data, op.field, items)
		}
		refused, err := violationsOf(err)
		if err != nil {
			return err
		}
		left := refuseItems(items, refused)
		if len(left) == len(items) { // nobody knows which it is
			return c.createEach(ctx, noun, items, refused)
		}
		items = left
	}
	return nil
}

// createEach makes each record by itself, to find out which is refused.
func (c *chunk) createEach(ctx context.Context, noun string, items []*item, refused fault.Violations) error {
	if len(items) == 1 {
		items[0].refuse(refused)
		return nil
	}
	for _, it := range items {
		if err := c.createSome(ctx, noun, []*item{it}); err != nil {
			return err
		}
	}
	return nil
}

// refuseItems tells those that violations name, and returns the others.
func refuseItems(items []*item, refused fault.Violations) (left []*item) {
	by := map[int]fault.Violations{}
	for _, v := range refused {
		if m := ofItem.FindStringSubmatch(v.Pointer); m != nil {
			n, _ := strconv.Atoi(m[1])
			v.Pointer = m[2]
			by[n] = append(by[n], v)
		}
	}
	for i, it := range items {
		if by[i] == nil {
			left = append(left, it)
			continue
		}
		it.refuse(by[i])
	}
	return left
}

func tell(data []byte, field string, items []*item) error {
	var answer map[string][]struct{ ID uuid.UUID }
	if err := json.Unmarshal(data, &answer); err != nil {
		return err
	}
	for i, made := range answer[field] {
		items[i].made(made.ID)
	}
	return nil
}

// change runs an operation on one record; refused are the violations, nil if it is done.
func (c *chunk) change(ctx context.Context, op *engine.Operation, id uuid.UUID,
	input map[string]any) (refused fault.Violations, err error) {
	variables := map[string]any{"id": id.String()}
	if input != nil {
		variables["input"] = input
	}
	_, err = c.Engine.Run(ctx, op, variables)
	if err == nil {
		return nil, nil
	}
	return violationsOf(err)
}

// violationsOf parts a refusal, which is the row's, from what is wrong with the node or the one who began the import.
func violationsOf(err error) (fault.Violations, error) {
	domain, ok := errors.AsType[*fault.Error](err)
	if !ok {
		return nil, err
	}
	switch domain.Code {
	case fault.CodeInternal, fault.CodeUnavailable, fault.CodeForbidden, fault.CodeAPIAccessNotEnabled, fault.CodeUnauthorized:
		return nil, err
	}
	if len(domain.Violations) > 0 {
		return domain.Violations, nil
	}
	return fault.Violations{{Code: domain.Code, Message: domain.Message}}, nil
}
