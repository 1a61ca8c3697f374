package engine

import "context"

// itemsOfRequest is how many items of a batch cost as much of the caller's rate as one request.
const itemsOfRequest = 10

// Charge makes an HTTP request count as so many requests of the caller's rate in all; it has counted as one already.
// `rate_limited` when the rate has not enough left.
type Charge func(requests int) error

type chargeKey struct{}

// WithCharge returns the context of a request that may cost more than one.
func WithCharge(ctx context.Context, charge Charge) context.Context {
	return context.WithValue(ctx, chargeKey{}, charge)
}

// ChargeOf is the charge that WithCharge added to the context, or nil.
func ChargeOf(ctx context.Context) Charge {
	charge, _ := ctx.Value(chargeKey{}).(Charge)
	return charge
}

// Charge counts items that the operation makes, beside those before, against the caller's rate; `rate_limited`. It must
// come before the work.
func (r *Request) Charge(ctx context.Context, items int) error {
	r.items += items
	return r.pay(ctx)
}

// chargeField has the caller's rate pay for one more root field of a mutation: thirty creations under aliases cost what
// thirty requests cost; `rate_limited`.
func (r *Request) chargeField(ctx context.Context) error {
	if r.fields++; r.fields == 1 {
		return nil // it is paid for with the request
	}
	return r.pay(ctx)
}

func (r *Request) pay(ctx context.Context) error {
	charge := ChargeOf(ctx)
	if charge == nil {
		return nil
	}
	return charge(max(r.fields, 1) - 1 + max((r.items+itemsOfRequest-1)/itemsOfRequest, 1))
}
