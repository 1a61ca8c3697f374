package graph

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"
	"github.com/vektah/gqlparser/v2/validator"
	"github.com/vektah/gqlparser/v2/validator/rules"
)

// sha256Prefix is what the id of a document begins with when the rest is the hash of its text (GraphQL over HTTP, Persisted
// Documents).
const sha256Prefix = "sha256:"

// Trust takes over the production queries of a console: a closed list that clients ask by `documentId` in place of a text,
// and that needs no guard, for it was read by people before. The folder has documents as *.graphql, whose id is the hash of the
// file, and manifests as *.json, which map ids to texts as @graphql-codegen writes them. A document that does not fit the
// schema is an error. It is called before the first request.
func (e *Engine) Trust(folder fs.FS) error {
	texts := map[string]string{}
	err := fs.WalkDir(folder, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(folder, name)
		if err != nil {
			return err
		}
		switch path.Ext(name) {
		case ".graphql":
			texts[documentID(string(content))] = string(content)
		case ".json":
			if err := readManifest(content, texts); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("read the trusted documents: %w", err)
	}
	for id, text := range texts {
		doc, err := e.trusted(text)
		if err != nil {
			return fmt.Errorf("the trusted document %s: %w", id, err)
		}
		e.trustedDocuments[id] = doc
	}
	return nil
}

// readManifest adds the documents of a manifest. Ids are hashes, with or without their prefix, or begin with "x-".
func readManifest(content []byte, texts map[string]string) error {
	var manifest map[string]string
	if err := json.Unmarshal(content, &manifest); err != nil {
		return err
	}
	for id, text := range manifest {
		hash := sha256Prefix + strings.TrimPrefix(id, sha256Prefix)
		switch {
		case strings.HasPrefix(id, "x-"):
			texts[id] = text
		case hash == documentID(text):
			texts[hash] = text
		default:
			return fmt.Errorf("the id %s is not the SHA-256 of its document", id)
		}
	}
	return nil
}

func documentID(text string) string {
	sum := sha256.Sum256([]byte(text))
	return sha256Prefix + hex.EncodeToString(sum[:])
}

func (e *Engine) trusted(text string) (*document, error) {
	doc, err := parser.ParseQuery(&ast.Source{Input: text})
	if err != nil {
		return nil, err
	}
	if errs := validator.ValidateWithRules(e.schema, doc, rules.NewDefaultRules()); len(errs) > 0 {
		return nil, errs
	}
	return &document{QueryDocument: doc, shortcuts: e.shortcuts(doc)}, nil
}
