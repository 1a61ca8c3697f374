package evidence

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/covertrack/covertrack/model/fault"
)

// A notice is a page that says why a request failed.
type notice struct {
	status              int
	Title, Text, Advice string
	retryAfter          time.Duration
}

// Notice marks the page for the script, which then leaves the form as it is.
func (*notice) Notice() bool { return true }

// Error returns the title: a notice is also the error of a request.
func (n *notice) Error() string { return n.Title }

const (
	askForNew = "Ask the lender for a new link, or reply to the letter."
	keepsForm = "Go back in your browser: what you typed is still there. Files may have to be chosen again."
)

// The one page for every link that is of no use: it does not say whether there ever was such a link.
var errUnusable = &notice{
	status: http.StatusNotFound, Title: "This link is not valid any more",
	Text:   "It may have expired or been replaced by a newer one, or a part of it is missing. Links in letters work for 60 days.",
	Advice: askForNew,
}

// errNoCookie is for those who come without having opened the link in this browser.
var errNoCookie = &notice{
	status: http.StatusForbidden, Title: "Open the link in the letter again",
	Text:   "This page was opened too long ago, or in another browser.",
	Advice: "If your browser refuses cookies, allow them for this page.",
}

var errForeign = &notice{
	status: http.StatusForbidden, Title: "Another page tried to send this form",
	Text: "Nothing was sent.", Advice: "Open the link in the letter, and send the form from there.",
}

func errBusy(wait time.Duration) *notice {
	return &notice{
		status: http.StatusTooManyRequests, Title: "A moment, please",
		Text:   "There are too many requests at once, and nothing was sent. Try again in " + inWords(wait) + ".",
		Advice: keepsForm, retryAfter: wait,
	}
}

// inWords says about how long it takes.
func inWords(wait time.Duration) string {
	switch {
	case wait <= time.Minute:
		return "a minute"
	case wait < 2*time.Hour:
		return fmt.Sprintf("%.0f minutes", wait.Minutes()+1)
	}
	return fmt.Sprintf("%.0f hours", wait.Hours()+1)
}

var errMalformed = &notice{
	status: http.StatusBadRequest, Title: "The form could not be read",
	Text: "It did not arrive whole, or not as this page sends it. Nothing was sent.", Advice: keepsForm,
}

var errSlow = &notice{
	status: http.StatusRequestTimeout, Title: "The files came too slowly",
	Text: "Nothing was sent. The connection paused or was very slow.", Advice: keepsForm,
}

var errTooMuch = &notice{
	status: http.StatusRequestEntityTooLarge, Title: "That is too much at once",
	Text: "Nothing was sent. A form has at most 10 files of 50 MiB each.", Advice: "Go back, and send fewer files at a time.",
}

var errNoRoom = &notice{
	status: http.StatusInsufficientStorage, Title: "There is no room for files now",
	Text: "Nothing was sent. The operator of this page was told.", Advice: "Try again later. " + keepsForm, retryAfter: time.Minute,
}

var errUnchecked = &notice{
	status: http.StatusServiceUnavailable, Title: "Files cannot be checked now",
	Text:   "Every file is checked before it is taken, and the check does not work at the moment. Nothing was sent.",
	Advice: "Try again in some minutes. " + keepsForm, retryAfter: time.Minute,
}

var errUnavailable = &notice{
	status: http.StatusServiceUnavailable, Title: "This does not work at the moment",
	Text: "Nothing was sent.", Advice: "Try again in a minute. " + keepsForm, retryAfter: 5 * time.Second,
}

var errInternal = &notice{
	status: http.StatusInternalServerError, Title: "Something went wrong here",
	Text: "It was recorded. Nothing was sent.", Advice: "Try again later. " + keepsForm,
}

// refuse answers with the page of an error.
func (p *Page) refuse(w http.ResponseWriter, r *http.Request, err error) {
	n, ok := errors.AsType[*notice](err)
	if !ok {
		n = p.noticeOf(r, err)
	}
	if n.retryAfter > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(n.retryAfter.Seconds())))
	}
	p.write(w, r, n.status, "notice.html", n)
}

// noticeOf says what an error is for people. What the operations refuse was logged where it failed.
func (p *Page) noticeOf(r *http.Request, err error) *notice {
	switch fault.CodeOf(err) {
	case fault.CodeNotFound, fault.CodeUnauthorized, fault.CodeForbidden, fault.CodePolicyDeactivated:
		return errUnusable
	case fault.CodeUnavailable, fault.CodeIdempotencyKeyInFlight:
		return errUnavailable
	case fault.CodeInsufficientStorage:
		return errNoRoom
	case fault.CodeRateLimited:
		return errBusy(time.Minute)
	}
	p.log.ErrorContext(r.Context(), "the evidence page failed", "error", err)
	return errInternal
}

func (p *Page) missing(w http.ResponseWriter, r *http.Request) { p.refuse(w, r, errUnusable) }
