package demo

import (
	"fmt"
	"hash/fnv"
	"strings"

	"github.com/covertrack/covertrack/model"
)

// Introduce gives a lender the contact that its letters name, and the time zone of its address.
func Introduce(lender *model.Lender) {
	first, _, _ := strings.Cut(strings.ToLower(lender.Name), " ")
	number := fnv.New32a()
	_, _ = number.Write([]byte(lender.Name))
	n := number.Sum32() % 100
	name, email, replyTo := "Insurance Desk", first+".insurance@example.com", first+".evidence@example.com"
	phone, address := fmt.Sprintf("555-01%02d", n), fmt.Sprintf("%d Example Plaza, Suite 100\nSpringfield, IL 62701", n+1)
	lender.ContactName, lender.ContactEmail, lender.ReplyTo = &name, &email, &replyTo
	lender.ContactPhone, lender.Address, lender.TimeZone = &phone, &address, new(lenderZone)
	lender.Placing = &model.LenderPlacements{Letters: model.PlacementLettersPost}
}
