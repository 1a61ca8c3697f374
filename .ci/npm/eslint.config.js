// The schema rules of @graphql-eslint, with each departure and its reason. It is run from the repository's root: `make lint-schema`.
import graphql from '@graphql-eslint/eslint-plugin'

const recommended = graphql.configs['flat/schema-recommended'].rules
const [, { EnumValueDefinition, ...naming }] = recommended['@graphql-eslint/naming-convention']

export default [
  {
    files: ['**/*.graphqls'],
    languageOptions: { parser: graphql.parser, parserOptions: { graphQLConfig: { schema: 'schema.graphqls' } } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { '@graphql-eslint': graphql },
    rules: {
      ...recommended,
      // One line is enough for most descriptions, and there is one on everything.
      '@graphql-eslint/description-style': ['error', { style: 'inline' }],
      '@graphql-eslint/require-description': [
        'error',
        { types: true, DirectiveDefinition: true, rootField: true, FieldDefinition: true, InputValueDefinition: true, EnumValueDefinition: true },
      ],
      // The values of enums and the word "coverage type" are the contract's.
      '@graphql-eslint/naming-convention': [
        'error',
        { ...naming, 'ObjectTypeDefinition,ObjectTypeExtension': { forbiddenPrefixes: ['Type'] } },
      ],
      // Fields have the names of the REST bodies: an asset has an assetType.
      '@graphql-eslint/no-typename-prefix': 'off',
      // Parts of a record and pages of a list are no records.
      '@graphql-eslint/strict-id-in-types': [
        'error',
        {
          acceptedIdNames: ['id'],
          acceptedIdTypes: ['ID'],
          exceptions: {
            suffixes: ['Connection', 'Edge'],
            types: [
              'PageInfo', 'Money', 'FileExt', 'SignedUpload', 'AssetField', 'RequiredField', 'Requirement', 'ProductType', 'Address', 'Carrier',
              'Limit', 'AssetPerils', 'PolicyRenewal', 'Plan', 'RenewalStepDays', 'CreatedToken', 'NoticeDelivery',
              'Cancellation', 'Compliance', 'DemandCompliance', 'TargetCompliance', 'Finding', 'CaseVerdict', 'ComplianceSummary', 'VerdictShare',
              'CodeShare', 'CoverageTypeShare', 'LenderPlacedShare',
              'PlacementDays', 'PlacementNotice', 'PlacementProof', 'PlacementPayment', 'PlacementRefund', 'PlacementDuty', 'MonthShare', 'RiskProfileTrial', 'VerdictMove', 'TrialChange',
              'Actor', 'NoticeAttempt', 'NoticeLastAttempt', 'LetterPreview', 'EvidenceReply', 'ProposedValues', 'CurrentValues',
              'EvidenceRequest', 'EvidenceRequestLender', 'EvidenceRequestLimit', 'EvidenceRequestClause', 'EvidenceSubmissionFile', 'AnnouncedFile',
              'EvidencedTerm', 'AppliesWhen', 'MoneyBounds', 'FieldCondition', 'MinimumRating', 'MaximumDeductible', 'RequiredEvidence',
              'StarterProfile', 'StarterMember', 'PersonPage', 'RolePermissions', 'Quota', 'BuiltInLetter', 'TrialVerdict', 'EvidenceAsked', 'EvidenceAskedDeductible', 'RoleMapping', 'Dossier', 'ExportFile', 'CreatedScimToken',
              'CarrierRating', 'Deductible', 'StatedValue', 'NoticeDays', 'TaskCompletion', 'Blanket', 'DeficiencyStepDays', 'FindingCodeDays',
              'EventActor', 'CaseClosure', 'EvidenceRequestPerils', 'Viewer', 'EventPageInfo', 'EventPage', 'WebhookReplayResult', 'WebhookAttempt',
              'ImportFile', 'ImportColumn', 'ImportConstant', 'ImportQuestion', 'ImportCounts', 'ImportVerdicts', 'ImportRowPage', 'SandboxPage', 'ImportRow', 'ImportReason',
              'ImportChange', 'ImportRelease', 'ImportTarget', 'ImportMapping', 'ImportMappedColumn',
              'LenderPlacements', 'PlacementBorrower', 'NoticePreview', 'NoticePassage', 'NoticeProblem', 'NoticeProgramme', 'NoticeScope',
              'NoticeHandover', 'NoticeStep', 'NoticeWait', 'NoticeStatement', 'NoticeReading',
            ],
          },
        },
      ],
    },
  },
]
