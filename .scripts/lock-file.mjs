// Every package runs on the oldest Node.js that is promised, so that npm warns of none; and the lock file names no registry.
import { readFileSync } from 'node:fs'
import semver from 'semver'

const read = (file) => JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'))
const oldest = semver.minVersion(read('package.json').engines.node)
const packages = Object.entries(read('package-lock.json').packages)
const wrong = packages.flatMap(([path, { version, engines, resolved }]) => [
  ...(semver.satisfies(oldest, engines?.node ?? '*')
    ? []
    : [`${path} ${version} wants Node.js ${engines.node}`]),
  ...(resolved?.includes('://') ? [`${path} is fetched from ${resolved}`] : []),
])

for (const line of wrong) console.error(line)
console.log(`${packages.length} packages, ${wrong.length} mistakes; the oldest Node.js is ${oldest}`)
process.exit(wrong.length === 0 ? 0 : 1)
