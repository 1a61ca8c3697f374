import { readFileSync } from 'node:fs'
import { defineConfig, type Plugin } from 'vite'

// documents puts the texts of the queries beside the console's files: the server trusts these, and the pages send their hashes.
const documents = (): Plugin => ({
  name: 'documents',
  generateBundle() {
    const texts = JSON.parse(readFileSync(new URL('src/gql/persisted-documents.json', import.meta.url), 'utf8')) as Record<string, string>
    const sorted = Object.fromEntries(Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1)))
    this.emitFile({ type: 'asset', fileName: 'documents.json', source: `${JSON.stringify(sorted, null, 1)}\n` })
  },
})

// The content security policy of the console allows nothing inline, so nothing is inlined.
export default defineConfig({
  base: '/console/',
  publicDir: false,
  plugins: [documents()],
  build: {
    outDir: 'files',
    target: ['chrome123', 'firefox128', 'safari17.5'],
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
})
