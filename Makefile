# Targets are described by the text after ##; "make" lists them.

FUZZTIME ?= 30s

.DEFAULT_GOAL := help
.PHONY: help build test check check-long mutation release playground bench fuzz

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: ## build bin/qcheck
	go build -ldflags=-s -o bin/qcheck ./cmd/qcheck

test: ## run the tests
	go test ./...

check: ## run all that a change must pass: formatting, linters, tests, README, corpus
	.ci/run

check-long: ## run the tests with the exhaustive checks that take long (hours)
	QCHECK_SEED=$$(date +%s) QCHECK_LONG=1 go test -timeout 6h $$(go list ./... | grep -v '/protocols/mutation$$')
	cd deploy && QCHECK_LONG=1 go test ./...

mutation: ## seed every fault of docs/mutation.md in the protocols (many hours)
	QCHECK_LONG=1 go test -timeout 24h ./protocols/mutation

release: ## build the release files into dist/, with checksums and bills of materials
	deploy/release.sh dist linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64

playground: ## build the playground into dist/playground/: a page for any server of files
	deploy/playground.sh dist/playground

bench: ## run the benchmarks on one core
	go test -run '^$$' -bench . -benchmem -cpu 1 -timeout 2h ./...

fuzz: ## run every fuzz target for FUZZTIME (30s) each
	@set -e; for pkg in $$(go list ./...); do \
	  for target in $$(go test -list '^Fuzz' $$pkg | grep '^Fuzz'); do \
	    echo "$$pkg $$target"; \
	    go test -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) $$pkg; \
	  done; \
	done
