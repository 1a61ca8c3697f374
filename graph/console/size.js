// Fails when the first page is larger than it may be: what index.html names, and what that imports at once, in gzip.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const most = 60 * 1024
const files = new URL('files/', import.meta.url)
const read = (name) => readFileSync(new URL(name, files), 'utf8')
const first = new Set(['index.html'])
for (const name of first) {
  const named = name.endsWith('.html') ? /(?:src|href)="\/console\/([^"]+)"/g : /(?:from|import)\s*"\.\/([^"]+)"/g
  if (name.endsWith('.css')) continue
  for (const [, other] of read(name).matchAll(named)) first.add(name.endsWith('.html') ? other : `assets/${other}`)
}
const sizes = [...first].map((name) => [name, gzipSync(read(name), { level: 9 }).length])
const sum = sizes.reduce((total, [, size]) => total + size, 0)
console.log(`the first page: ${(sum / 1024).toFixed(1)} of at most ${most / 1024} kB gzip in ${sizes.length} files`)
if (sum > most) {
  console.log(sizes.map(([name, size]) => `${name} ${size}`).join('\n'))
  process.exit(1)
}
