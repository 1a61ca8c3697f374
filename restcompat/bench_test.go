package restcompat

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func benchmarkServe(b *testing.B, target, root string) {
	e := newFake()
	e.outcome = data(root)
	s, err := NewServer(e, Options{})
	if err != nil {
		b.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodGet, target, nil)
	r.Header.Set("Authorization", "Bearer test_x")
	b.ReportAllocs()
	for b.Loop() {
		w := nullWriter{http.Header{}}
		s.ServeHTTP(w, r)
	}
}

type nullWriter struct{ h http.Header }

func (w nullWriter) Header() http.Header         { return w.h }
func (w nullWriter) Write(b []byte) (int, error) { return len(b), nil }
func (w nullWriter) WriteHeader(int)             {}

func BenchmarkGet(b *testing.B) { benchmarkServe(b, "/rest/documents/x", someResource) }

func BenchmarkList(b *testing.B) {
	item := `{"id":"` + someID + `","caseId":"` + someID + `","fileName":"a.pdf","fileType":"application/pdf","url":"` +
		strings.Repeat("x", 150) + `","metadata":{}}`
	benchmarkServe(b, "/rest/documents?limit=50", `{"data":[`+strings.TrimSuffix(strings.Repeat(item+",", 50), ",")+`]}`)
}

func BenchmarkPolicies(b *testing.B) {
	perils := strings.Repeat(`{"id":"`+someID+`","key":"fire","name":"Fire","applied":true},`, 40)
	item := fmt.Sprintf(`{"id":"%s","productType":null,"perils":[%s{}]}`, someID, perils)
	benchmarkServe(b, "/rest/policies?limit=50", `{"data":[`+strings.TrimSuffix(strings.Repeat(item+",", 50), ",")+`]}`)
}
