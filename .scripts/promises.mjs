// `npm run promises`: which tests show which promise of sync-protocol/README.md; their titles start with its id. Fails when a
// promise has no test, when a test names a promise that is not in the table, or when .docs/promises.md does not list the tests'
// names; `npm run promises -- --write` writes that anew.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const FOLDERS = ['sync-protocol/src', 'api/src', 'web/src', 'web/e2e']
const TEST_FILE = /(\.(test|spec)|store-contract)\.tsx?$/
/** A title that begins with ids; those with a hyphen name requirements. */
const TITLE = /(['"`])((?:\[[A-Z]+-?\d+\] ?)+)((?:\\.|(?!\1)[^\\\n])*)\1/g
const PROMISE = /\[([A-Z]\d+)\]/g
const ROW = /^\| ([A-Z]\d+) +\| (.+?) +\|$/gm

const HEAD = `# The promises' tests

Which tests show which promise of [sync-protocol/README.md](../sync-protocol/README.md). Written by
\`npm run promises -- --write\`, and not by hand.

`

const text = readFileSync(join(root, 'sync-protocol/README.md'), 'utf8')
const page = join(root, '.docs/promises.md')
const promises = new Map(
  [...text.matchAll(ROW)].map(([, id, words]) => [
    id,
    { words, tests: /** @type {{ path: string, title: string }[]} */ ([]) },
  ]),
)
const unknown = []
for (const folder of FOLDERS) {
  for (const file of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).sort()) {
    if (!TEST_FILE.test(file)) continue
    const path = `${folder}/${file}`
    for (const [, , ids, title] of readFileSync(join(root, path), 'utf8').matchAll(TITLE)) {
      // What only looks like one: a piece of a template.
      if (title.trim() === '') continue
      for (const [, id] of ids.matchAll(PROMISE)) {
        const promise = promises.get(id)
        if (promise && title.trim() !== '')
          promise.tests.push({ path, title: title.trim().replaceAll(/\\(.)/g, '$1') })
        else unknown.push(`${path} names ${id}, which is not in the table.`)
      }
    }
  }
}

const faults = [...unknown]
for (const [id, { words, tests }] of promises) {
  const files = [...new Set(tests.map(({ path }) => path))]
  console.log(`${id.padEnd(4)}${String(tests.length).padStart(3)} ${files.join(', ')}`)
  if (tests.length === 0) faults.push(`${id} has no test: ${words}`)
}
const listed = [...promises]
  .flatMap(([id, { tests }]) => [
    id,
    ...[...new Set(tests.map(({ path }) => path))].flatMap((file) => [
      `  ${file}`,
      ...tests.filter(({ path }) => path === file).map(({ title }) => `    ${title}`),
    ]),
  ])
  .map((line) => `${line}\n`)
  .join('')
const written = `${HEAD}\`\`\`text\n${listed}\`\`\`\n`
if (process.argv.includes('--write')) writeFileSync(page, written)
else if (!existsSync(page) || readFileSync(page, 'utf8') !== written)
  faults.push(
    ".docs/promises.md lists other tests than there are; 'npm run promises -- --write' writes it anew.",
  )
if (promises.size < 30) faults.push(`Only ${promises.size} promises were read.`)
for (const fault of faults) console.error(fault)
console.log(`promises: ${promises.size}, ${faults.length} without a test or not known`)
process.exit(faults.length === 0 ? 0 : 1)
