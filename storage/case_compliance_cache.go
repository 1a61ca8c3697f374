package storage

import (
	"math"
	"slices"
	"sync"

	"github.com/google/uuid"
	"github.com/hashicorp/golang-lru/v2/simplelru"

	"github.com/covertrack/covertrack/model"
)

// memory is what evaluations read again and again from one database and what never changes: versions of policies, and the
// risk profiles that cases pin, which are published. An id that was rolled back is asked for by nobody.
type memory struct {
	versions *remembered[model.PolicyVersion]
	profiles *remembered[model.RiskProfile]
}

func newMemory() *memory {
	return &memory{
		versions: newRemembered(32<<20, sizeOfVersion, func(v *model.PolicyVersion) uuid.UUID { return v.ID }),
		profiles: newRemembered(4<<20, sizeOfProfile, func(p *model.RiskProfile) uuid.UUID { return p.ID }),
	}
}

// remembered has the records that were used last, up to some bytes. It is safe for concurrent use; the records must not
// be changed.
type remembered[T any] struct {
	size func(*T) int // in bytes, about
	id   func(*T) uuid.UUID

	mu   sync.Mutex
	list *simplelru.LRU[uuid.UUID, *T]
	left int // bytes
}

func newRemembered[T any](bytes int, size func(*T) int, id func(*T) uuid.UUID) *remembered[T] {
	m := &remembered[T]{size: size, id: id, left: bytes}
	list, err := simplelru.NewLRU(math.MaxInt, func(_ uuid.UUID, record *T) { m.left += size(record) })
	if err != nil {
		panic(err) // only a size below 1 is refused
	}
	m.list = list
	return m
}

// get returns the records of ids that are remembered, and the ids of the others.
func (m *remembered[T]) get(ids []uuid.UUID) (found []*T, missing []uuid.UUID) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, id := range ids {
		if record, ok := m.list.Get(id); ok {
			found = append(found, record)
		} else {
			missing = append(missing, id)
		}
	}
	return found, missing
}

// put remembers records, and forgets others where there is no room.
func (m *remembered[T]) put(records []*T) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, record := range records {
		if m.list.Contains(m.id(record)) {
			continue
		}
		m.left -= m.size(record)
		m.list.Add(m.id(record), record)
	}
	for m.left < 0 {
		m.list.RemoveOldest()
	}
}

// sizeOfVersion is about how many bytes a version takes in memory.
func sizeOfVersion(v *model.PolicyVersion) int {
	size := 1000 + 16*(len(v.PerilIDs)+len(v.CoverageTypeIDs)+len(v.MortgageeClauseIDs)+len(v.InsuredIDs)+len(v.EndorsementIDs)+
		len(v.ExclusionIDs)) +
		250*len(v.Limits) + 200*len(v.Deductibles) + 120*len(v.StatedValues)
	for i, a := range v.AssetPerils {
		size += 48
		if i == 0 || !slices.Equal(a.PerilIDs, v.AssetPerils[i-1].PerilIDs) { // else they share it
			size += 16 * len(a.PerilIDs)
		}
	}
	return size
}

// sizeOfProfile is about how many bytes a risk profile takes in memory.
func sizeOfProfile(p *model.RiskProfile) int {
	size := 600 + 16*(len(p.AssetTypeIDs)+len(p.CertificateHolderIDs)) + 80*len(p.CertificateHolderClauseTypes)
	for _, r := range p.Requirements {
		size += 300 + 16*(len(r.AssetTypes)+len(r.Perils))
	}
	return size
}

// remember keeps versions that were just written, for the verdicts at the end of the transaction.
func (m *memory) remember(versions []*model.PolicyVersion) {
	facts := make([]*model.PolicyVersion, len(versions))
	for i, v := range versions {
		facts[i] = &model.PolicyVersion{ID: v.ID, PolicyID: v.PolicyID, CaseID: v.CaseID, VersionNumber: v.VersionNumber, Coverage: v.Coverage}
	}
	m.versions.put(facts)
}
