// PostGraphile with the schema that it makes of the tables: each route runs a fixed operation that is parsed once. What no
// table has, links and the kinds of files, is added to its answer. Its own totalCount would count all records; the total
// is taken from the table of counts, as LIMIT takes it.
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'
import { makePgService } from 'postgraphile/adaptors/pg'
import { execute, hookArgs } from 'postgraphile/grafast'
import { parse, validate } from 'postgraphile/graphql'
import { makeSchema } from 'postgraphile'
import { document, openPool, portfolioOf, serve } from './common.js'

// PostGraphile is made for Node 22, and this is all that it misses in Node 20.
Promise.withResolvers ??= function withResolvers() {
  const made = {}
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }))
  return made
}

const members = `id: rowId caseId categoryId fileName fileType name versions blobKey metadata createdAt updatedAt`
const listOperation = `query List($portfolio: UUID!, $limit: Int!, $offset: Int!) {
  documents: allDocuments(condition: { portfolioId: $portfolio }, orderBy: PRIMARY_KEY_ASC, first: $limit, offset: $offset) {
    nodes { ${members} }
  }
  counts: allRecordCounts(condition: { portfolioId: $portfolio, noun: "documents" }) { nodes { n } }
}`
const getOperation = `query Get($portfolio: UUID!, $id: UUID!) {
  document: documentByPortfolioIdAndRowId(portfolioId: $portfolio, rowId: $id) { ${members} }
}`

// dated writes the times as JSON has them: PostGraphile's have more digits and another zone.
function dated(row) {
  return { ...row, createdAt: new Date(row.createdAt).toISOString(), updatedAt: new Date(row.updatedAt).toISOString() }
}

await serve(async () => {
  const pool = openPool()
  const { schema, resolvedPreset } = await makeSchema({
    extends: [PostGraphileAmberPreset],
    pgServices: [makePgService({ pool, schemas: ['public'] })],
  })
  // operation parses and checks an operation.
  function operation(text) {
    const parsed = parse(text)
    const [failed] = validate(schema, parsed)
    if (failed) throw failed
    return parsed
  }
  const operations = { list: operation(listOperation), get: operation(getOperation) }
  async function run(document, variableValues) {
    const { data, errors } = await execute(
      await hookArgs({ schema, document, variableValues, resolvedPreset, requestContext: {}, contextValue: {} }),
    )
    if (errors) throw errors[0]
    return data
  }
  return {
    async list(request, limit, offset) {
      const portfolio = await portfolioOf(pool, request.headers.authorization)
      const { documents, counts } = await run(operations.list, { portfolio, limit, offset })
      const total = counts.nodes.reduce((sum, { n }) => sum + Number(n), 0)
      return { documents: documents.nodes.map((row) => document(dated(row))), total }
    },
    async get(request, id) {
      const portfolio = await portfolioOf(pool, request.headers.authorization)
      const data = await run(operations.get, { portfolio, id })
      if (!data.document) throw Object.assign(new Error('there is no such document'), { statusCode: 404 })
      return document(dated(data.document))
    },
  }
})
