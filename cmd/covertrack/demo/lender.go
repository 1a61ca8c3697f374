package demo

import (
	"fmt"
	"hash/fnv"
	"strings"

	"github.com/covertrack/covertrack/model"
)

// Introduce gives a lender the contact that its letters name.
func Introduce(lender *model.Lender) {
	first, _, _ := strings.Cut(strings.ToLower(lender.Name), " ")
	number := fnv.New32a()
	_, _ = number.Write([]byte(lender.Name))
	n := number.Sum32() % 100
	lender.ContactName = new("Insurance Desk")
	lender.ContactEmail = new(first + ".insurance@example.com")
	lender.ReplyTo = new(first + ".evidence@example.com")
	lender.ContactPhone = new(fmt.Sprintf("555-01%02d", n))
	lender.Address = new(fmt.Sprintf("%d Example Plaza, Suite 100\nSpringfield, IL 62701", n+1))
}
