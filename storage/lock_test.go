package storage_test

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// TestLocks calls each query of a portfolio that locks rows, for records that do not exist. On nodes one is refused unless each of its
// tables names the portfolio.
func TestLocks(t *testing.T) {
	t.Parallel()
	w := storagetest.NewWorld(t)
	portfolio, tried := w.Harbor.Portfolio.ID(), 0
	of := reflect.TypeFor[*storage.Portfolio]()
	for i := range of.NumMethod() {
		method := of.Method(i)
		if !strings.HasPrefix(method.Name, "Lock") {
			continue
		}
		tried++
		err := w.Store.InTx(t.Context(), portfolio, func(ctx context.Context, tx *storage.Tx) error {
			in := []reflect.Value{reflect.ValueOf(tx.For(portfolio)), reflect.ValueOf(ctx)}
			for n := 2; n < method.Type.NumIn(); n++ {
				in = append(in, someOf(method.Type.In(n)))
			}
			out := method.Func.Call(in)
			err, _ := out[len(out)-1].Interface().(error)
			return err
		})
		if fault.CodeOf(err) != fault.CodeNotFound && !errors.Is(err, storage.ErrLeaseLost) {
			require.NoError(t, err, method.Name)
		}
	}
	require.Greater(t, tried, 15)
}

// someOf is a value of a type: a new id, a list of one, a second, work on no endpoint.
func someOf(t reflect.Type) reflect.Value {
	switch {
	case t == reflect.TypeFor[uuid.UUID]():
		return reflect.ValueOf(uuid.New())
	case t == reflect.TypeFor[time.Duration]():
		return reflect.ValueOf(time.Second)
	case t == reflect.TypeFor[time.Time]():
		return reflect.ValueOf(time.Now())
	case t == reflect.TypeFor[*storage.WebhookWork]():
		return reflect.ValueOf(&storage.WebhookWork{Endpoint: &model.WebhookEndpoint{}})
	case t.Kind() == reflect.Slice && t.Elem() == reflect.TypeFor[uuid.UUID]():
		return reflect.ValueOf([]uuid.UUID{uuid.New()})
	}
	return reflect.Zero(t)
}
