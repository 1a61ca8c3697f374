package model

// Connection is a page of a list.
type Connection[T any] struct {
	Nodes    []*T
	Edges    []*Edge[T] // nil unless selected
	PageInfo *PageInfo
}

// Edge is a record of a page and its place in the list.
type Edge[T any] struct {
	Cursor *string // nil unless selected, or in a list without cursors
	Node   *T
}

// The schema has no type parameters, so each noun has a name for its connection and its edge.
type (
	CaseConnection              = Connection[Case]
	DocumentConnection          = Connection[Document]
	AssetConnection             = Connection[Asset]
	InsuredConnection           = Connection[Insured]
	InsuredGroupConnection      = Connection[InsuredGroup]
	RiskProfileConnection       = Connection[RiskProfile]
	BrokerConnection            = Connection[Broker]
	BrokerageConnection         = Connection[Brokerage]
	UserConnection              = Connection[User]
	CoverageTypeConnection      = Connection[CoverageType]
	PerilConnection             = Connection[Peril]
	AssetTypeConnection         = Connection[AssetType]
	DocumentCategoryConnection  = Connection[DocumentCategory]
	ProgramConnection           = Connection[Program]
	CertificateHolderConnection = Connection[CertificateHolder]
	MortgageeClauseConnection   = Connection[MortgageeClause]
	PolicyConnection            = Connection[Policy]
	PolicyVersionConnection     = Connection[PolicyVersion]
	TaskConnection              = Connection[Task]
	RenewalNoticeConnection     = Connection[RenewalNotice]
	AuditEventConnection        = Connection[AuditEvent]

	CaseEdge              = Edge[Case]
	DocumentEdge          = Edge[Document]
	AssetEdge             = Edge[Asset]
	InsuredEdge           = Edge[Insured]
	InsuredGroupEdge      = Edge[InsuredGroup]
	RiskProfileEdge       = Edge[RiskProfile]
	BrokerEdge            = Edge[Broker]
	BrokerageEdge         = Edge[Brokerage]
	UserEdge              = Edge[User]
	CoverageTypeEdge      = Edge[CoverageType]
	PerilEdge             = Edge[Peril]
	AssetTypeEdge         = Edge[AssetType]
	DocumentCategoryEdge  = Edge[DocumentCategory]
	ProgramEdge           = Edge[Program]
	CertificateHolderEdge = Edge[CertificateHolder]
	MortgageeClauseEdge   = Edge[MortgageeClause]
	PolicyEdge            = Edge[Policy]
	PolicyVersionEdge     = Edge[PolicyVersion]
	TaskEdge              = Edge[Task]
	RenewalNoticeEdge     = Edge[RenewalNotice]
	AuditEventEdge        = Edge[AuditEvent]
)
