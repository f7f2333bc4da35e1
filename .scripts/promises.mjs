// `npm run promises`: which tests show which promise of sync-protocol/README.md; their titles start with its id. Fails when a
// promise has no test, or when a test names a promise that is not in the table.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const FOLDERS = ['sync-protocol/src', 'api/src', 'web/src', 'web/e2e']
const TEST_FILE = /(\.(test|spec)|store-contract)\.tsx?$/
/** A title that begins with ids; those with a hyphen name requirements. */
const TITLE = /(['"`])((?:\[[A-Z]+-?\d+\] ?)+)[^'"`]*/g
const PROMISE = /\[([A-Z]\d+)\]/g
const ROW = /^\| ([A-Z]\d+) +\| (.+?) +\|$/gm

const promises = new Map(
  [...readFileSync(join(root, 'sync-protocol/README.md'), 'utf8').matchAll(ROW)].map(([, id, words]) => [
    id,
    { words, tests: [] },
  ]),
)
const unknown = []
for (const folder of FOLDERS) {
  for (const file of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
    if (!TEST_FILE.test(file)) continue
    const path = `${folder}/${file}`
    for (const [, , ids] of readFileSync(join(root, path), 'utf8').matchAll(TITLE)) {
      for (const [, id] of ids.matchAll(PROMISE)) {
        const promise = promises.get(id)
        if (promise) promise.tests.push(path)
        else unknown.push(`${path} names ${id}, which is not in the table.`)
      }
    }
  }
}

const faults = [...unknown]
for (const [id, { words, tests }] of promises) {
  console.log(`${id.padEnd(4)}${String(tests.length).padStart(3)} ${[...new Set(tests)].join(', ')}`)
  if (tests.length === 0) faults.push(`${id} has no test: ${words}`)
}
if (promises.size < 30) faults.push(`Only ${promises.size} promises were read.`)
for (const fault of faults) console.error(fault)
console.log(`promises: ${promises.size}, ${faults.length} without a test or not known`)
process.exit(faults.length === 0 ? 0 : 1)
