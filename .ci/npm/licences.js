// Prints the licences of all packages that the bundle of a package may contain: node licences.js <package>…
import { existsSync, readdirSync, readFileSync } from 'node:fs'

const seen = new Map()
function visit(name) {
  const folder = `node_modules/${name}`
  if (seen.has(name) || !existsSync(folder)) return
  const { version, license, dependencies = {} } = JSON.parse(readFileSync(`${folder}/package.json`))
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  seen.set(name, `${name} ${version} (${license})\n\n${file ? readFileSync(`${folder}/${file}`, 'utf8').trim() : 'See the package.'}\n`)
  Object.keys(dependencies).forEach(visit)
}
process.argv.slice(2).forEach(visit)
console.log([...seen.keys()].sort().map((name) => seen.get(name)).join(`\n${'-'.repeat(80)}\n\n`))
