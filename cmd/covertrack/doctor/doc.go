// Package doctor has the command that checks an installation and says what to do: doctor.go runs the checks and prints
// their findings; checks.go, mail.go and settings.go have the checks. To add a check, write a method that notes what it
// found, and call it in runDoctor.
package doctor
