package model

import (
	"strings"

	"github.com/google/uuid"
)

// DefaultReviewDays is for how many days evidence that was handed in delays the further steps, unless a lender has
// chosen another number.
const DefaultReviewDays = 5

// mostReviewDays bounds the choice: two steps are 15 days apart by default.
const mostReviewDays = 30

// setLetters stores what a lender's letters say of it. Whether the logo is a picture is for who can read it.
func (l *Lender) setLetters(vs *Violations, in UpdateLenderInput) {
	setText(vs, "/contactName", &l.ContactName, in.ContactName, CheckLine)
	setText(vs, "/contactEmail", &l.ContactEmail, in.ContactEmail, checkLetterEmail)
	setText(vs, "/contactPhone", &l.ContactPhone, in.ContactPhone, CheckPhone)
	setText(vs, "/replyTo", &l.ReplyTo, in.ReplyTo, checkLetterEmail)
	setText(vs, "/address", &l.Address, in.Address, CheckDescription)
	setOptional(&l.LogoID, in.Logo)
	setRequired(vs, "/reviewDays", &l.ReviewDays, in.ReviewDays)
	if l.ReviewDays < 0 || l.ReviewDays > mostReviewDays {
		vs.Say("/reviewDays", CodeInvalidValue, "is a number from 0 to %d", mostReviewDays)
	}
}

// checkLetterEmail is CheckEmail for an address that stands in a header: mail programs read a comma or a semicolon in it
// as the end of the address.
func checkLetterEmail(pointer, s string) Violations {
	if vs := CheckEmail(pointer, s); vs != nil {
		return vs
	}
	if strings.ContainsAny(s, `,;:<>()[]\" `) {
		return violation(pointer, CodeInvalidValue, "is an e-mail address such as name@example.com")
	}
	return nil
}

// ReplyAddress returns where a lender's letters are answered; nil if by their link only.
func (l *Lender) ReplyAddress() *string {
	if orZero(l.ReplyTo) != "" {
		return l.ReplyTo
	}
	if orZero(l.ContactEmail) != "" {
		return l.ContactEmail
	}
	return nil
}

// Logo returns the id of the document whose picture the lender's letters show; nil if none.
func (l *Lender) Logo() *uuid.UUID { return l.LogoID }

// FileName returns what the picture is called in a letter.
func (l *LenderLogo) FileName() string { return "logo." + NewFileExt("", l.FileType).Extension }
