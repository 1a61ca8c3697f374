// Fastify with SQL written by hand.
import { document, openPool, serve } from './common.js'
import { getRecord, listRecords } from './records.js'

await serve(() => {
  const pool = openPool()
  return {
    async list(request, limit, offset) {
      const { rows, total } = await listRecords(pool, request.headers.authorization, limit, offset)
      return { documents: rows.map((row) => document(row)), total }
    },
    async get(request, id) {
      return document(await getRecord(pool, request.headers.authorization, id))
    },
  }
})
