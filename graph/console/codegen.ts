import type { CodegenConfig } from '@graphql-codegen/cli'

const config = {
  strictScalars: true,
  useTypeImports: true,
  enumsAsTypes: true,
  scalars: {
    Time: 'string', Date: 'string', Decimal: 'string', JSON: 'unknown', Metadata: 'Record<string, unknown>', CatalogRef: 'string', EventName: 'string',
  },
}

// A query is sent by its hash only; vite.config.ts puts the texts beside the console's files, where the server reads them.
const codegen: CodegenConfig = {
  schema: '../../schema.graphqls',
  documents: 'src/**/*.graphql',
  generates: {
    'src/gql/': {
      preset: 'client',
      presetConfig: {
        fragmentMasking: false,
        persistedDocuments: { hashAlgorithm: 'sha256', mode: 'replaceDocumentWithHash', hashPropertyName: 'hash' },
      },
      config: { ...config, documentMode: 'string', pureMagicComment: true },
    },
    'src/gql/enums.ts': { plugins: ['typescript'], config: { ...config, onlyEnums: true } },
  },
}

export default codegen
