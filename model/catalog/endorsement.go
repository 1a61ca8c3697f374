package catalog

// Endorsement is what a policy may be endorsed with. What is a coverage type is no endorsement.
type Endorsement struct {
	Entry
	Name string
}

// Exclusion is what a policy may exclude. What is a peril is no exclusion: a policy that excludes it does not evidence it.
type Exclusion struct {
	Entry
	Name string
}

// Endorsements are the endorsements, named with the number of a common form where there is one.
var Endorsements = newCatalog([]*Endorsement{
	newEndorsement("agreedValue", "Agreed Value"),
	newEndorsement("inflationGuard", "Inflation Guard"),
	newEndorsement("replacementCostContents", "Replacement Cost on Contents"),
	newEndorsement("extendedReplacementCost", "Extended Replacement Cost"),
	newEndorsement("guaranteedReplacementCost", "Guaranteed Replacement Cost"),
	newEndorsement("vacancyPermit", "Vacancy Permit (CP 04 50)"),
	newEndorsement("protectiveSafeguards", "Protective Safeguards (CP 04 11)"),
	newEndorsement("debrisRemoval", "Additional Debris Removal (CP 04 15)"),
	newEndorsement("sewerBackup", "Discharge from Sewer or Drain (CP 10 38)"),
	newEndorsement("utilityServices", "Utility Services (CP 04 17)"),
	newEndorsement("greenUpgrade", "Increased Cost of Green Upgrades (CP 04 02)"),
	newEndorsement("dependentProperties", "Business Income from Dependent Properties (CP 15 08)"),
	newEndorsement("permissionToOccupy", "Permission to Occupy"),
	newEndorsement("softCosts", "Delay in Completion / Soft Costs"),
	newEndorsement("lendersLossPayable", "Lender's Loss Payable (CP 12 18)"),
	newEndorsement("standardMortgageClause", "Standard Mortgage Clause"),
	newEndorsement("noticeToLender", "Notice of Cancellation to Lender"),
	newEndorsement("waiverOfSubrogation", "Waiver of Subrogation (CG 24 04)"),
	newEndorsement("primaryNoncontributory", "Primary and Noncontributory (CG 20 01)"),
	newEndorsement("additionalInsuredMortgagee", "Additional Insured - Mortgagee, Assignee or Receiver (CG 20 18)"),
	newEndorsement("additionalInsuredDesignated", "Additional Insured - Designated Person or Organization (CG 20 26)"),
	newEndorsement("perLocationAggregate", "Designated Location General Aggregate (CG 25 04)"),
	newEndorsement("perProjectAggregate", "Designated Construction Project General Aggregate (CG 25 03)"),
	newEndorsement("severabilityOfInterests", "Severability of Interests"),
	newEndorsement("contractualLiability", "Contractual Liability"),
	newEndorsement("followForm", "Follow Form"),
	newEndorsement("extendedReportingPeriod", "Extended Reporting Period"),
})

// Exclusions are the exclusions, named with the number of a common form where there is one.
var Exclusions = newCatalog([]*Exclusion{
	newExclusion("assaultAndBattery", "Assault and Battery"),
	newExclusion("habitability", "Habitability"),
	newExclusion("abuseAndMolestation", "Abuse or Molestation (CG 21 46)"),
	newExclusion("animals", "Animals / Dog Bite"),
	newExclusion("firearms", "Firearms"),
	newExclusion("punitiveDamages", "Punitive Damages"),
	newExclusion("designatedPremises", "Limitation to Designated Premises (CG 21 44)"),
	newExclusion("contractualLiabilityLimitation", "Contractual Liability Limitation (CG 21 39)"),
	newExclusion("habitationalLead", "Lead"),
	newExclusion("asbestos", "Asbestos"),
	newExclusion("fungiBacteria", "Fungi or Bacteria (CG 21 67)"),
	newExclusion("communicableDisease", "Communicable Disease (CG 21 32)"),
	newExclusion("totalPollution", "Total Pollution (CG 21 49)"),
	newExclusion("residentialConstruction", "Residential Construction"),
	newExclusion("constructionDefect", "Construction Defect"),
	newExclusion("subsidence", "Subsidence"),
	newExclusion("exteriorInsulation", "Exterior Insulation and Finish Systems (CG 21 86)"),
	newExclusion("injuryToWorkers", "Injury to Employees, Contractors and Volunteers"),
	newExclusion("actionOver", "Action Over / Injury to Employees of Contractors"),
	newExclusion("crossSuits", "Cross Suits / Insured versus Insured"),
	newExclusion("professionalServices", "Designated Professional Services (CG 21 16)"),
	newExclusion("cyberIncident", "Cyber Incident (CP 10 75)"),
	newExclusion("cosmeticDamage", "Cosmetic Damage to Roofs by Wind or Hail"),
	newExclusion("vacancy", "Vacancy"),
	newExclusion("war", "War"),
	newExclusion("nuclear", "Nuclear Hazard"),
})

func newEndorsement(key, name string) *Endorsement {
	return &Endorsement{Entry: newCatalogEntry("endorsement", key), Name: name}
}

func newExclusion(key, name string) *Exclusion {
	return &Exclusion{Entry: newCatalogEntry("exclusion", key), Name: name}
}
