// What the peers have in common: options, the pool, callers, what a document's record becomes in JSON, and processes.
// Like LIMIT they look at a token every four seconds, and they sign links as the product does.
import cluster from 'node:cluster'
import { createHash, createHmac } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import Fastify from 'fastify'
import pg from 'pg'

export const { values: options } = parseArgs({
  options: {
    addr: { type: 'string' },
    'database-url': { type: 'string' },
    'base-url': { type: 'string' },
    'signing-key': { type: 'string' },
    connections: { type: 'string' },
  },
})

// A core is left to Postgres and to those who ask: on two cores one process does more than two.
const workers = Math.max(1, availableParallelism() - 1)

// openPool opens this process' part of the connections.
export function openPool() {
  return new pg.Pool({
    connectionString: options['database-url'],
    max: Math.max(1, Math.floor(Number(options.connections) / workers)),
  })
}

const callerTTL = 4000
const callers = new Map()

// portfolioOf returns the id of the portfolio that a request's token is for.
export async function portfolioOf(pool, header) {
  const known = callers.get(header)
  if (known && Date.now() < known.until) return known.portfolio
  const digest = createHash('sha256').update(String(header).replace('Bearer ', '')).digest()
  const { rows } = await pool.query({
    name: 'caller',
    text: `SELECT p.id FROM tokens AS t JOIN organizations AS o ON o.id = t.organization_id
      JOIN portfolios AS p ON p.lender_id = o.lender_id AND p.mode = t.mode
      WHERE t.digest = $1 AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > now())`,
    values: [digest],
  })
  if (rows.length === 0) throw Object.assign(new Error('the token is not valid'), { statusCode: 401 })
  callers.set(header, { portfolio: rows[0].id, until: Date.now() + callerTTL })
  return rows[0].id
}

const window = 15 * 60
const quoted = (text) => `"${text}"` // the bench's names need no escapes

function link(row, now) {
  const expires = now - (now % window) + 2 * window
  const signed = ['covertrack files v1', ...['GET', row.blobKey, row.fileType, row.fileName].map(quoted), expires].join(' ')
  const signature = createHmac('sha256', options['signing-key']).update(signed).digest('base64url')
  const name = encodeURIComponent(row.fileName)
  const type = encodeURIComponent(row.fileType)
  return `${options['base-url']}/files/${row.blobKey}?expires=${expires}&name=${name}&signature=${signature}&type=${type}`
}

// mediaTypes are those of the files that the bench has.
const mediaTypes = { pdf: 'application/pdf' }

function fileExtOf(row) {
  const extension = row.fileName.slice(row.fileName.lastIndexOf('.') + 1).toLowerCase()
  return { extension, mediaType: mediaTypes[extension] ?? row.fileType }
}

// document returns what JSON has of a record, whose members have the names of JSON.
export function document(row, now = Math.floor(Date.now() / 1000)) {
  return {
    id: row.id,
    caseId: row.caseId,
    fileName: row.fileName,
    fileType: row.fileType,
    url: link(row, now),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    categoryId: row.categoryId,
    name: row.name,
    fileExt: fileExtOf(row),
    versions: row.versions,
    metadata: row.metadata,
  }
}

const text = { type: 'string' }
const whole = { type: 'integer' }

// documentSchema and pageSchema are what Fastify compiles its writers of JSON from.
const documentSchema = {
  type: 'object',
  properties: {
    id: text,
    caseId: text,
    fileName: text,
    fileType: text,
    url: text,
    createdAt: text,
    updatedAt: text,
    categoryId: text,
    name: text,
    fileExt: { type: 'object', properties: { extension: text, mediaType: text } },
    versions: { type: 'array', items: text },
    metadata: { type: 'object', additionalProperties: true },
  },
}
const pageSchema = {
  type: 'object',
  properties: {
    data: { type: 'array', items: documentSchema },
    meta: { type: 'object', properties: { limit: whole, offset: whole, total: whole } },
  },
}

// serve runs a server in each process. Open is called in each with a Fastify and returns what lists and gets documents.
export async function serve(open) {
  if (cluster.isPrimary) {
    for (let n = 0; n < workers; n++) cluster.fork()
    cluster.on('exit', (worker, code) => process.exit(code || 1)) // one is missing
    process.on('SIGTERM', () => {
      cluster.removeAllListeners('exit')
      for (const worker of Object.values(cluster.workers)) worker.process.kill('SIGKILL')
      process.exit(0)
    })
    return
  }
  process.on('disconnect', () => process.exit(0))
  const app = Fastify()
  const { list, get } = await open(app)
  app.get('/readyz', async () => 'ok')
  app.get('/rest/documents', { schema: { response: { 200: pageSchema } } }, async (request) => {
    const limit = Number(request.query.limit ?? 50)
    const offset = Number(request.query.offset ?? 0)
    const { documents, total } = await list(request, limit, offset)
    return { data: documents, meta: { limit, offset, total } }
  })
  app.get('/rest/documents/:id', { schema: { response: { 200: documentSchema } } }, (request) => get(request, request.params.id))
  const [host, port] = options.addr.split(':')
  await app.listen({ host, port: Number(port) })
}
