package limit

import (
	"time"

	"github.com/google/uuid"
)

// brokerBody is a broker as JSON has it.
type brokerBody struct {
	ID             uuid.UUID  `json:"id"`
	Email          *string    `json:"email"`
	Phone          *string    `json:"phone"`
	Brokerage      *uuid.UUID `json:"brokerage"`
	FirstName      *string    `json:"firstName"`
	LastName       *string    `json:"lastName"`
	DisplayName    string     `json:"displayName"`
	PathName       string     `json:"pathName"`
	PhoneExtension *string    `json:"phoneExtension"`
	PhoneType      *string    `json:"phoneType"`
}

var brokers = noun[*brokerBody]{
	statements: statementsOf("brokers", "", `t.id, t.email, t.phone, t.brokerage_id, t.first_name, t.last_name,
		t.display_name, t.path_name, t.phone_extension, t.phone_type`),
	row: func() record[*brokerBody] { return new(brokerRow) },
}

// brokerRow is a row of a broker.
type brokerRow struct {
	id                                 [16]byte
	brokerage                          *[16]byte
	displayName, pathName              string
	email, phone, extension, phoneType *string
	first, last                        *string
}

func (b *brokerRow) targets() []any {
	return []any{
		&b.id, &b.email, &b.phone, &b.brokerage, &b.first, &b.last, &b.displayName, &b.pathName, &b.extension, &b.phoneType,
	}
}

func (b *brokerRow) body(time.Time) (*brokerBody, error) {
	return &brokerBody{
		ID: b.id, Email: b.email, Phone: b.phone, Brokerage: (*uuid.UUID)(b.brokerage), FirstName: b.first,
		LastName: b.last, DisplayName: b.displayName, PathName: b.pathName, PhoneExtension: b.extension,
		PhoneType: b.phoneType,
	}, nil
}
