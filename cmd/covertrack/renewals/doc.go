// Package renewals has the commands that follow up renewals by hand: run, which sweeps once, and resend.
package renewals
