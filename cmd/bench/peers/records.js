// The statements of LIMIT, prepared once a connection, for the peers whose SQL is written by hand.
import { portfolioOf } from './common.js'

const columns = `id, case_id AS "caseId", category_id AS "categoryId", file_name AS "fileName", file_type AS "fileType", name,
  versions, blob_key AS "blobKey", metadata, created_at AS "createdAt", updated_at AS "updatedAt"`

const totalSQL = `SELECT COALESCE(sum(n), 0)::bigint FROM record_counts WHERE portfolio_id = $1 AND noun = 'documents'`

// dated writes the times as JSON has them.
function dated(row) {
  row.createdAt = row.createdAt.toISOString()
  row.updatedAt = row.updatedAt.toISOString()
  return row
}

// listRecords returns a page of a portfolio's records and their total. A page without records has none.
export async function listRecords(pool, header, limit, offset) {
  const { rows } = await pool.query({
    name: 'list',
    text: `SELECT ${columns}, (${totalSQL}) AS total FROM documents WHERE portfolio_id = $1 ORDER BY id LIMIT $2 OFFSET $3`,
    values: [await portfolioOf(pool, header), limit, offset],
  })
  return { rows: rows.map(dated), total: Number(rows[0]?.total ?? 0) }
}

export async function getRecord(pool, header, id) {
  const { rows } = await pool.query({
    name: 'get',
    text: `SELECT ${columns} FROM documents WHERE portfolio_id = $1 AND id = $2`,
    values: [await portfolioOf(pool, header), id],
  })
  if (rows.length === 0) throw Object.assign(new Error('there is no such document'), { statusCode: 404 })
  return dated(rows[0])
}
