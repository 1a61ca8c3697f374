// Uses the console in headless Chromium as its users do: BASE=… OPERATOR=staff_… SUPPORT=staff_… [LINK=…] node browser/run.js [screen …]
// With PICTURES, a folder, it takes the pictures of the guide instead.
// The screens are those of browser/screens; without a name (or CONSOLE_SCREENS, with commas) all of them, one after the other.
// SLOW, a number, slows the browser and the server's answers down, by chance that begins with it: a screen must not depend on their speed.
import { readdirSync } from 'node:fs'
import { withBrowser } from './page.js'
import { takePictures } from './pictures.js'
import { World } from './world.js'

const folder = new URL('screens/', import.meta.url)
const all = readdirSync(folder).filter((name) => name.endsWith('.js')).map((name) => name.slice(0, -3)).sort(inOrder)
const named = process.argv.slice(2).concat(process.env.CONSOLE_SCREENS?.split(',') ?? []).filter(Boolean)
const world = new World(process.env)

// The one-time link is valid for two minutes, so it is used first. Tasks come before administration hands them over,
// and what changes a case that other screens show, or suspends a person who signs in there, comes last.
function inOrder(a, b) {
  const place = (name) => ({ signin: 0, tasks: 1, 'case-actions': 3, five: 3, placements: 3 })[name] ?? 2
  return place(a) - place(b) || (a < b ? -1 : 1)
}

async function run(name) {
  const started = Date.now()
  const { default: test } = await import(new URL(`${name}.js`, folder))
  try {
    await test(world)
  } catch (error) {
    console.error(`${name}: ${error.stack}`)
    process.exitCode = 1
    return
  }
  console.log(`${name}: ok in ${((Date.now() - started) / 1000).toFixed(1)} s`)
}

if (process.env.PICTURES) await takePictures(world, process.env.PICTURES)
else await withBrowser({}, async () => {
  for (const name of named.length > 0 ? named : all) await run(name)
})
