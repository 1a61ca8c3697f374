// Package exporting has the rules of exports: records that are taken out as files, and schedules that do it again and again.
//
// It may import model, model/fault, model/page and model/scalar.
package exporting
