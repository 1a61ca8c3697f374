package storage_test

import (
	"context"
	"reflect"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// list is a method of a portfolio that reads a page of a noun.
type list struct {
	name   string       // of the method
	table  string       // of the noun
	filter reflect.Type // of package model
}

var tableTag = regexp.MustCompile(`table:(\w+)`)

// lists are all lists of a portfolio: the methods that take a context, a filter and the options of a page.
func lists(t testing.TB) (all []list) {
	t.Helper()
	portfolio := reflect.TypeFor[*storage.Portfolio]()
	for i := range portfolio.NumMethod() {
		m := portfolio.Method(i)
		if m.Type.NumIn() != 4 || m.Type.In(3) != reflect.TypeFor[model.ListOptions]() {
			continue
		}
		nodes, _ := m.Type.Out(0).Elem().FieldByName("Nodes")
		base, _ := nodes.Type.Elem().Elem().FieldByName("BaseModel")
		table := tableTag.FindStringSubmatch(base.Tag.Get("bun"))
		require.NotNil(t, table, "%s lists what has no table", m.Name)
		all = append(all, list{name: m.Name, table: table[1], filter: m.Type.In(2)})
	}
	require.NotEmpty(t, all)
	return all
}

// read calls the list's method, and answers where the next page begins.
func (l list) read(ctx context.Context, p *storage.Portfolio, filter reflect.Value, opt model.ListOptions) (*model.Cursor, error) {
	out := reflect.ValueOf(p).MethodByName(l.name).Call([]reflect.Value{reflect.ValueOf(ctx), filter, reflect.ValueOf(opt)})
	if err, _ := out[1].Interface().(error); err != nil {
		return nil, err
	}
	return out[0].Elem().FieldByName("Next").Interface().(*model.Cursor), nil
}
