// Checks Dockerfiles: node dockerfile.js FILE... Prints what is wrong, and fails if anything is. hadolint, where there is
// one, knows more rules; this one comes from npm, so it runs everywhere.
import { readFileSync } from 'node:fs'
import utils from 'dockerfile-utils'

let failed = false
for (const file of process.argv.slice(2)) {
  for (const problem of utils.validate(readFileSync(file, 'utf8'))) {
    console.error(`${file}:${problem.range.start.line + 1}: ${problem.message}`)
    failed = true
  }
}
process.exit(failed ? 1 : 0)
