// @graphql-eslint over the one schema: `npm run lint-schema`.
import graphql from '@graphql-eslint/eslint-plugin'

export default [
  {
    files: ['**/*.graphqls'],
    languageOptions: { parser: graphql.parser, parserOptions: { graphQLConfig: { schema: '../../schema.graphqls' } } },
    plugins: { '@graphql-eslint': graphql },
    rules: graphql.configs['flat/schema-recommended'].rules,
  },
]
