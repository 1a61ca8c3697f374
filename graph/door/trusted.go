package door

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
	"github.com/vektah/gqlparser/v2/validator/rules"
)

// sha256Prefix starts the id of a text when the rest of it is the text's hash (GraphQL over HTTP, Persisted Documents).
const sha256Prefix = "sha256:"

// Trust adds the texts of a folder to the trusted list: clients send their `documentId` instead of a `query`. The guard
// does not check them, because people did before they were deployed. The folder has texts as *.graphql, whose id is the
// hash of the file, and manifests as *.json, which map ids to texts as @graphql-codegen writes them. A text that does
// not fit the schema is an error. Trust must be called before the first request.
func (d *Door) Trust(folder fs.FS) error { return d.trust(folder, false) }

// TrustInSessions is Trust for those who have signed in alone (Options.Session). For others these texts are not there, unless
// Trust adds them too.
func (d *Door) TrustInSessions(folder fs.FS) error { return d.trust(folder, true) }

func (d *Door) trust(folder fs.FS, inSessions bool) error {
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
			texts[textID(string(content))] = string(content)
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
	for id, source := range texts {
		t, err := d.trustedText(source)
		if err != nil {
			return fmt.Errorf("the trusted document %s: %w", id, err)
		}
		t.inSessions = inSessions
		if known := d.trusted[id]; known == nil || known.inSessions {
			d.trusted[id] = t
		}
	}
	return nil
}

// readManifest adds the texts of a manifest. Ids are hashes, with or without their prefix, or start with "x-".
func readManifest(content []byte, texts map[string]string) error {
	var manifest map[string]string
	if err := json.Unmarshal(content, &manifest); err != nil {
		return err
	}
	for id, source := range manifest {
		hash := sha256Prefix + strings.TrimPrefix(id, sha256Prefix)
		switch {
		case strings.HasPrefix(id, "x-"):
			texts[id] = source
		case hash == textID(source):
			texts[hash] = source
		default:
			return fmt.Errorf("the id %s is not the SHA-256 of its document", id)
		}
	}
	return nil
}

func textID(source string) string {
	sum := sha256.Sum256([]byte(source))
	return sha256Prefix + hex.EncodeToString(sum[:])
}

func (d *Door) trustedText(source string) (*text, error) {
	doc, err := parser.ParseQuery(&ast.Source{Input: source})
	if err != nil {
		return nil, err
	}
	t := &text{QueryDocument: doc}
	if errs := d.validate(source, t, rules.NewDefaultRules()); errs != nil {
		return nil, errs
	}
	return t, nil
}
