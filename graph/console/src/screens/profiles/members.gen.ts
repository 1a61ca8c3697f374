// Made from the checks of model/compliance by `COVERTRACK_UPDATE=1 go test ./model/compliance -run RequirementEditor`.
import type { Member } from './members.ts'

export const members: readonly Member[] = [
  {
    "name": "coverageType",
    "label": "Coverage",
    "kind": "choice",
    "of": "coverageTypes"
  },
  {
    "name": "key",
    "label": "Key",
    "kind": "text"
  },
  {
    "name": "assetTypes",
    "label": "Assets",
    "kind": "choices",
    "of": "assetTypes"
  },
  {
    "name": "perils",
    "label": "Perils",
    "kind": "choices",
    "of": "perils"
  },
  {
    "name": "appliesWhen",
    "label": "Applies where",
    "kind": "group",
    "members": [
      {
        "name": "floodZones",
        "label": "Flood zones",
        "kind": "texts"
      },
      {
        "name": "states",
        "label": "States",
        "kind": "texts"
      },
      {
        "name": "loanAmount",
        "label": "Loan amount",
        "kind": "group",
        "members": [
          {
            "name": "gte",
            "label": "At least",
            "kind": "money"
          },
          {
            "name": "lt",
            "label": "Less than",
            "kind": "money"
          }
        ]
      },
      {
        "name": "insurableValue",
        "label": "Insurable value",
        "kind": "group",
        "members": [
          {
            "name": "gte",
            "label": "At least",
            "kind": "money"
          },
          {
            "name": "lt",
            "label": "Less than",
            "kind": "money"
          }
        ]
      },
      {
        "name": "fields",
        "label": "Fields",
        "kind": "rows",
        "members": [
          {
            "name": "fieldType",
            "label": "Field",
            "kind": "choice",
            "of": "fieldTypes"
          },
          {
            "name": "in",
            "label": "One of",
            "kind": "jsons"
          },
          {
            "name": "gte",
            "label": "At least",
            "kind": "json"
          },
          {
            "name": "lt",
            "label": "Less than",
            "kind": "json"
          }
        ]
      }
    ]
  },
  {
    "name": "minimumLimit",
    "label": "Minimum limit",
    "kind": "money"
  },
  {
    "name": "limitBasis",
    "label": "Limit follows",
    "kind": "choice",
    "of": "limitBasis"
  },
  {
    "name": "limitPercent",
    "label": "Percent of it",
    "kind": "percent"
  },
  {
    "name": "limitPer",
    "label": "Limit of",
    "kind": "choice",
    "of": "limitPer"
  },
  {
    "name": "minimumAggregate",
    "label": "Minimum aggregate",
    "kind": "money"
  },
  {
    "name": "minimumMonths",
    "label": "Months of loss",
    "kind": "number"
  },
  {
    "name": "minimumExtendedDays",
    "label": "Extended period, days",
    "kind": "number"
  },
  {
    "name": "maximumDeductible",
    "label": "Maximum deductible",
    "kind": "money"
  },
  {
    "name": "maximumDeductiblePercent",
    "label": "Maximum deductible, percent of the limit",
    "kind": "percent"
  },
  {
    "name": "deductibles",
    "label": "Deductibles by peril",
    "kind": "rows",
    "members": [
      {
        "name": "perils",
        "label": "Perils",
        "kind": "choices",
        "of": "perils"
      },
      {
        "name": "maximumAmount",
        "label": "At most",
        "kind": "money"
      },
      {
        "name": "maximumPercent",
        "label": "At most, percent of the insured value",
        "kind": "percent"
      },
      {
        "name": "maximumHours",
        "label": "At most, hours",
        "kind": "number"
      }
    ]
  },
  {
    "name": "insuredNamed",
    "label": "Named insured",
    "kind": "choice",
    "of": "insuredNamed"
  },
  {
    "name": "clauseType",
    "label": "Lender clause",
    "kind": "choice",
    "of": "clauseType"
  },
  {
    "name": "certificateHolder",
    "label": "Clause names",
    "kind": "choice",
    "of": "certificateHolders"
  },
  {
    "name": "minimumRating",
    "label": "A.M. Best rating",
    "kind": "text"
  },
  {
    "name": "minimumRatings",
    "label": "Carrier ratings, one of",
    "kind": "rows",
    "members": [
      {
        "name": "agency",
        "label": "Agency",
        "kind": "choice",
        "of": "agency"
      },
      {
        "name": "rating",
        "label": "Rating",
        "kind": "text"
      },
      {
        "name": "size",
        "label": "Size (A.M. Best)",
        "kind": "text"
      }
    ]
  },
  {
    "name": "formTypes",
    "label": "Coverage forms",
    "kind": "choices",
    "of": "formTypes"
  },
  {
    "name": "occurrenceForm",
    "label": "Occurrence form",
    "kind": "yes"
  },
  {
    "name": "valuation",
    "label": "Valuation",
    "kind": "choices",
    "of": "valuation"
  },
  {
    "name": "maximumCoinsurancePercent",
    "label": "Maximum coinsurance, percent",
    "kind": "percent"
  },
  {
    "name": "endorsements",
    "label": "Endorsements",
    "kind": "choices",
    "of": "endorsements"
  },
  {
    "name": "prohibitedExclusions",
    "label": "Exclusions not accepted",
    "kind": "choices",
    "of": "exclusions"
  },
  {
    "name": "noticeDays",
    "label": "Notice of cancellation",
    "kind": "group",
    "members": [
      {
        "name": "cancellation",
        "label": "Days",
        "kind": "number"
      },
      {
        "name": "nonPayment",
        "label": "Days for non-payment",
        "kind": "number"
      }
    ]
  },
  {
    "name": "evidence",
    "label": "Evidence on file",
    "kind": "group",
    "members": [
      {
        "name": "categories",
        "label": "One of",
        "kind": "choices",
        "of": "documentCategories"
      },
      {
        "name": "temporaryCategories",
        "label": "For a while, one of",
        "kind": "choices",
        "of": "documentCategories"
      },
      {
        "name": "temporaryDays",
        "label": "Days from the start of the term",
        "kind": "number"
      }
    ]
  },
  {
    "name": "weight",
    "label": "Weight",
    "kind": "number"
  }
]
