// Mercurius with SQL written by hand: each route runs a fixed operation, compiled by its jit.
import mercurius from 'mercurius'
import { document, openPool, serve } from './common.js'
import { getRecord, listRecords } from './records.js'

const schema = `
  scalar JSON
  type FileExt { extension: String! mediaType: String! }
  type Document {
    id: ID! caseId: ID! fileName: String! fileType: String! url: String! createdAt: String! updatedAt: String!
    categoryId: ID! name: String! fileExt: FileExt! versions: [ID!]! metadata: JSON!
  }
  type Page { nodes: [Document!]! total: Int! }
  type Query { documents(limit: Int!, offset: Int!): Page! document(id: ID!): Document }`

const members = `id caseId fileName fileType url createdAt updatedAt categoryId name fileExt { extension mediaType } versions metadata`
const listOperation = `query List($limit: Int!, $offset: Int!) { documents(limit: $limit, offset: $offset) { nodes { ${members} } total } }`
const getOperation = `query Get($id: ID!) { document(id: $id) { ${members} } }`

await serve(async (app) => {
  const pool = openPool()
  await app.register(mercurius, {
    schema,
    jit: 1,
    resolvers: {
      Query: {
        async documents(_, { limit, offset }, { header }) {
          const { rows, total } = await listRecords(pool, header, limit, offset)
          return { nodes: rows.map((row) => document(row)), total }
        },
        async document(_, { id }, { header }) {
          return document(await getRecord(pool, header, id))
        },
      },
    },
  })
  // run is an operation's data. Its first error ends the request.
  async function run(request, operation, variables) {
    const { data, errors } = await app.graphql(operation, { header: request.headers.authorization }, variables)
    if (errors) throw errors[0]
    return data
  }
  return {
    async list(request, limit, offset) {
      const { documents } = await run(request, listOperation, { limit, offset })
      return { documents: documents.nodes, total: documents.total }
    },
    async get(request, id) {
      return (await run(request, getOperation, { id })).document
    },
  }
})
