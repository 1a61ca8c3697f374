package graph

import (
	"context"
	"reflect"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
)

// Node finds an entry of the catalog in memory, and any other record in one statement.
func (*queryResolver) Node(ctx context.Context, id uuid.UUID) (model.Node, error) {
	r := engine.RequestOf(ctx)
	node := catalogNode(id)
	if node == nil {
		var err error
		if node, err = r.Store.Node(ctx, id); node == nil || err != nil {
			return nil, err
		}
	}
	if _, ok := node.(*model.RiskProfile); ok {
		if err := r.Principal.Require(model.EntitlementRiskProfileManagement); err != nil {
			return nil, err
		}
	}
	if relate := nodeRelations[reflect.TypeOf(node)]; relate != nil {
		return node, relate(ctx, node)
	}
	return node, nil
}

// catalogNode finds an entry of the catalog; nil if none.
func catalogNode(id uuid.UUID) model.Node {
	if t, ok := catalog.CoverageTypes.ByID(id); ok {
		return t
	}
	if p, ok := catalog.Perils.ByID(id); ok {
		return p
	}
	if t, ok := catalog.AssetTypes.ByID(id); ok {
		return t
	}
	if c, ok := catalog.DocumentCategories.ByID(id); ok {
		return c
	}
	if e, ok := catalog.Endorsements.ByID(id); ok {
		return e
	}
	if e, ok := catalog.Exclusions.ByID(id); ok {
		return e
	}
	return nil
}

// nodeRelations load the selected relations of one record, by its type. Each noun that has relations adds its own.
var nodeRelations = map[reflect.Type]func(context.Context, model.Node) error{}

func addNodeRelation[T any](relate relation[T]) {
	nodeRelations[reflect.TypeFor[*T]()] = func(ctx context.Context, node model.Node) error {
		record, _ := node.(any).(*T)
		_, err := related(ctx, record, relate)
		return err
	}
}
