# covertrack. `make` alone prints this help.
SHELL := /bin/bash
TOOLS := $(CURDIR)/.tools
BIN := $(TOOLS)/bin
GOLANGCI_VERSION := v2.8.0
GORELEASER_VERSION := v2.12.7
NPM := .ci/npm/node_modules/.package-lock.json
CONSOLE_NPM := graph/console/node_modules/.package-lock.json
VERSITYGW_VERSION := v1.8.0
FUZZTIME := 1m
# make vet vets, so the tests need not; without what debuggers read each of their programs is linked sooner.
GOTEST := go run ./storage/storagetest/server go test -vet=off -ldflags='-s -w'
RUN := TestSoak
VERSION := $(shell git describe --tags --always 2>/dev/null || echo dev)
LDFLAGS := -X main.version=$(VERSION)

.DEFAULT_GOAL := help
.PHONY: help run build test test-citus check generate generate-drift lint lint-schema lint-deploy openapi-lint vet race npm-test noun-test add-test viewer playground console console-check console-pictures bench bench-go fuzz soak release-check clean

help: ## Print this help.
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-16s %s\n", $$1, $$2}'

run: ## Build and serve with demo data: prints tokens and a curl line; ARGS='--addr 127.0.0.1:8081' adds flags.
	@echo 'Compiling covertrack; the first time takes about a minute…'
	@$(MAKE) --no-print-directory build
	@.ci/postgres
	@exec bin/covertrack serve --demo --mail=off $(ARGS)

build: ## Build bin/covertrack.
	@go build -ldflags "$(LDFLAGS)" -o bin/covertrack ./cmd/covertrack

test: $(BIN)/versitygw ## Run all tests on a throw-away Postgres.
	@.ci/postgres
	@$(GOTEST) -timeout 25m ./...

test-program: $(BIN)/versitygw ## Run the tests of programs under kill, that hang, and on several nodes, one package at a time.
	@.ci/postgres
	@.ci/pgbouncer
	go test -tags program -p 1 -timeout 20m ./cmd/covertrack
	go -C cmd/bench test ./...

test-citus: ## Run the tests of the database on a coordinator and two workers; without the extension Citus it says that it was skipped.
	@.ci/postgres
	@.ci/citus

check: generate-drift console-check lint lint-schema lint-deploy openapi-lint vet race npm-test noun-test ## Everything CI runs, and more: drift, linters, vet, tests with -race, clients from npm, a new noun.

generate: ## Regenerate the GraphQL code, storage/schema.sql, the golden files, the tables of the guide and the budgets that do not hold.
	go generate ./graph ./cmd/covertrack/licenses
	go -C cmd/bench mod tidy
	go test ./cmd/covertrack -run 'ExampleFile|RoutesPage|OperationsTable' -update
	go test ./storage ./restcompat/e2e -run 'Golden|Budgets' -update

generate-drift: ## Fail when generated code is not what the schema says.
	@go generate ./graph ./cmd/covertrack/licenses
	@git diff --exit-code -- graph/generated model/models_gen.go model/nodes_gen.go graph/nodes_gen.go model/catalog/nodes_gen.go cmd/covertrack/licenses || { echo 'generated code has drifted: run make generate and commit'; exit 1; }

lint: $(BIN)/golangci-lint ## Lint.
	$(BIN)/golangci-lint run
	cd cmd/bench && $(BIN)/golangci-lint run

lint-schema: $(NPM) ## Lint the schema.
	.ci/npm/node_modules/.bin/eslint -c .ci/npm/eslint.config.js --max-warnings 0 schema.graphqls

lint-deploy: export PATH := $(PATH):$(BIN)
lint-deploy: $(NPM) ## Check the alert rules, make each alert fire and not fire, and check the dashboard's expressions and the Dockerfile.
	@.ci/promtool
	promtool check rules deploy/alerts.yaml
	promtool test rules deploy/alerts_test.yaml
	node .ci/dashboard.js deploy/grafana.json > $(TOOLS)/dashboard-rules.json
	promtool check rules $(TOOLS)/dashboard-rules.json
	node .ci/npm/dockerfile.js deploy/Dockerfile
	@if command -v hadolint > /dev/null; then hadolint deploy/Dockerfile; fi
	@if docker compose version > /dev/null 2>&1; then POSTGRES_PASSWORD=x S3_SECRET=x SIGNING_KEY=x docker compose -f deploy/compose.yaml config --quiet; fi

npm-test: $(NPM) ## Run the tests that speak to the server with clients from npm: audits, browser, typed clients.
	@.ci/postgres
	go test -tags npm -run 'NPM' -timeout 25m ./...

noun-test: ## Add a noun by its list in docs/dev/add.md to a copy of the module, and test it.
	@.ci/postgres
	LIST=noun go test -tags noun -timeout 20m -v ./docs/dev

add-test: ## The same for every list of docs/dev/add.md (LIST=filter: one). It takes a quarter of an hour.
	@.ci/postgres
	LIST=$(LIST) go test -tags noun -timeout 30m -v ./docs/dev

vet: ## Vet.
	go vet ./...
	go vet -tags program ./cmd/covertrack
	go -C cmd/bench vet ./...

race: $(BIN)/versitygw ## Run all tests with the race detector.
	@.ci/postgres
	@.ci/pgbouncer
	go test -race -tags program -timeout 30m ./...

openapi-lint: $(NPM) ## Lint the OpenAPI document: no error and no warning.
	cd .ci/npm && npx spectral lint --ruleset spectral.yaml --fail-severity hint ../../restcompat/e2e/testdata/openapi.json
	cd .ci/npm && REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true npx redocly lint --config redocly.yaml --max-problems 1000 ../../restcompat/e2e/testdata/openapi.json

viewer: $(NPM) ## Copy the viewer of /docs from npm at the pinned version.
	cd .ci/npm/node_modules/swagger-ui-dist && cp LICENSE NOTICE favicon-32x32.png swagger-ui.css swagger-ui-bundle.js \
		swagger-ui-bundle.js.LICENSE.txt $(CURDIR)/restcompat/viewer/

playground: $(NPM) ## Copy the files of /playground from npm at the pinned versions.
	cd .ci/npm/node_modules && cp graphiql/graphiql.min.css react/umd/react.production.min.js react-dom/umd/react-dom.production.min.js \
		$(CURDIR)/graph/playground/files/
	sed '/^\/\/# sourceMappingURL=/d' .ci/npm/node_modules/graphiql/graphiql.min.js > graph/playground/files/graphiql.min.js
	cd .ci/npm && node licences.js graphiql react react-dom > $(CURDIR)/graph/playground/files/LICENSES.txt

console: $(CONSOLE_NPM) ## Build the files of /console from graph/console/src.
	cd graph/console && npx graphql-codegen --config codegen.ts --silent && npx tsc --noEmit && npx vite build --logLevel warn
	cd graph/console && node ../../.ci/npm/licences.js $$(node -p 'Object.keys(require("./package.json").dependencies).join(" ")') > files/LICENSES.txt

console-check: console ## Fail when the files of /console are not what their sources make, are too large, or a test of their parts fails.
	@git diff --exit-code --stat -- graph/console/files && [ -z "$$(git ls-files --others -- graph/console/files)" ] || \
		{ echo 'the files of the console have drifted: run make console and commit'; exit 1; }
	cd graph/console && node size.js && rm -rf .tests && npx tsc && node --test $$(find .tests -name '*.test.js')

console-pictures: $(NPM) ## Take the pictures of docs/guide/console.md anew.
	@.ci/postgres
	PICTURES=$(CURDIR)/docs/guide/console go test -tags npm -count 1 -run NPMConsole -timeout 15m ./cmd/covertrack

$(CONSOLE_NPM): graph/console/package-lock.json
	cd graph/console && npm ci --no-fund --no-audit --ignore-scripts --loglevel=error
	@touch $@

$(NPM): .ci/npm/package-lock.json
	cd .ci/npm && npm ci --no-fund --no-audit --ignore-scripts --loglevel=error
	@touch $@

bench: build ## Measure against hand-written handlers and publish the table in docs/dev/performance.md; ARGS=--quick only looks.
	@.ci/postgres
	@go -C cmd/bench build -o $(CURDIR)/bin/bench .
	@bin/bench $(or $(ARGS),--publish docs/dev/performance.md)

bench-go: ## Run Go's own benchmarks, for benchstat.
	@.ci/postgres
	go test -run '^$$' -bench . -benchmem ./...

fuzz: ## Fuzz each parser of what strangers send for FUZZTIME (1m), one after the other.
	@grep -rEo '^func Fuzz[A-Za-z]+' --include='*_test.go' . | sort | while IFS=: read -r file target; do \
		go test "$$(dirname $$file)" -run '^$$' -fuzz "^$${target#func }$$" -fuzztime $(FUZZTIME) -parallel 2 || exit 1; \
	done

soak: $(BIN)/versitygw ## Run the full reliability tests (RUN=TestSoakR6: some) and publish their table in docs/dev/reliability.md.
	@.ci/postgres
	@.ci/pgbouncer
	@rm -f .tools/soak.jsonl
	@COVERTRACK_SOAK=$(TOOLS)/soak.jsonl go test -tags program -p 1 -count 1 -timeout 3h -run '$(RUN)' ./...; passed=$$?; \
	go run ./storage/storagetest/soak/table $(TOOLS)/soak.jsonl docs/dev/reliability.md && exit $$passed

release-check: $(BIN)/goreleaser ## Check .goreleaser.yaml. Builds goreleaser the first time, which takes some minutes.
	$(BIN)/goreleaser check

clean: ## Remove what was built; data in ./var stays.
	rm -rf bin

$(BIN)/golangci-lint:
	GOBIN=$(BIN) go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(GOLANGCI_VERSION)

$(BIN)/versitygw:
	GOBIN=$(BIN) go install github.com/versity/versitygw/cmd/versitygw@$(VERSITYGW_VERSION)

$(BIN)/goreleaser:
	GOBIN=$(BIN) go install github.com/goreleaser/goreleaser/v2@$(GORELEASER_VERSION)
