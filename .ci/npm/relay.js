// Has the Relay compiler accept fragments with @connection and @refetchable on every list of the schema, and those of relay/, on the schema as
// written and as introspected with a token: node relay.js <base URL> <token>
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getNamedType, isObjectType, printSchema, isRequiredArgument } from 'graphql'
import { source, whole } from './introspect.js'

const lists = Object.values(whole.getQueryType().getFields()).filter((field) => isObjectType(getNamedType(field.type)) && getNamedType(field.type).name.endsWith('Connection') && !field.args.some(isRequiredArgument))
const nodeOf = (field) => getNamedType(getNamedType(field.type).getFields().nodes.type)
const pageOf = (field) => {
  const name = `List${field.name}`
  const member = nodeOf(field).getFields().id ? 'id' : '__typename' // a stored verdict goes by its case
  return `export const ${field.name} = graphql\`
  fragment ${name}_page on Query
  @argumentDefinitions(first: { type: "Int", defaultValue: 20 }, after: { type: "String" })
  @refetchable(queryName: "${name}PageQuery") {
    ${field.name}(first: $first, after: $after) @connection(key: "${name}_${field.name}") { edges { node { ${member} } } }
  }
\`
`
}

mkdirSync(join('node_modules', '.cache'), { recursive: true })
const folder = mkdtempSync(join('node_modules', '.cache', 'relay-'))
try {
  for (const [name, schema] of [['written', source], ['introspected', printSchema(whole)]]) {
    const root = join(folder, name)
    mkdirSync(join(root, 'src', '__generated__'), { recursive: true })
    writeFileSync(join(root, 'schema.graphql'), schema)
    cpSync('relay', join(root, 'src'), { recursive: true })
    for (const field of lists) {
      writeFileSync(join(root, 'src', `List${field.name}.ts`), "import { graphql } from 'relay-runtime'\n" + pageOf(field))
    }
    writeFileSync(join(root, 'relay.config.json'), JSON.stringify({
      src: './src', schema: './schema.graphql', language: 'typescript', artifactDirectory: './src/__generated__', noFutureProofEnums: true,
    }))
    execFileSync(join(process.cwd(), 'node_modules', '.bin', 'relay-compiler'), ['relay.config.json'], { cwd: root, encoding: 'utf8', stdio: 'pipe' })
    for (const made of ['CaseListPageQuery', 'CaseListContactQuery', ...lists.map((field) => `List${field.name}PageQuery`)]) {
      if (!existsSync(join(root, 'src', '__generated__', `${made}.graphql.ts`))) throw new Error(`no ${made}`)
    }
  }
  console.log(`relay: the compiler accepted ${lists.length} lists and the fragments of relay/, on the schema as written and as introspected`)
} catch (failed) {
  console.error(failed.stdout, failed.stderr)
  throw failed
} finally {
  rmSync(folder, { recursive: true, force: true })
}
