// Runs the server audits of graphql-http against a server: node audit.js <URL> <token>
// Fails unless every one is ok.
import { serverAudits } from 'graphql-http'

const [url, token] = process.argv.slice(2)
const audits = serverAudits({
  url,
  fetchFn: (input, init = {}) =>
    fetch(input, { ...init, headers: { ...init.headers, authorization: `Bearer ${token}` } }),
})
const failed = []
for (const audit of audits) {
  const result = await audit.fn()
  if (result.status !== 'ok') failed.push(`${result.status} ${result.id} ${result.name}: ${result.reason}`)
}
console.log(`${audits.length - failed.length} of ${audits.length} audits passed`)
if (audits.length !== 61 || failed.length > 0) {
  console.error(failed.join('\n'))
  process.exit(1)
}
