import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** All that may have a part in what an entry of a list says of a record. */
const FOLDERS = ['src/data', '../sync-protocol/src']

/** A hash of those sources: what one version kept of a list is read by no other. */
export function listSources(): string {
  const hash = createHash('sha256')
  for (const folder of FOLDERS) {
    const place = fileURLToPath(new URL(folder, import.meta.url))
    const files = readdirSync(place, { recursive: true, encoding: 'utf8' })
    for (const file of files.filter((name) => /(?<!\.test)\.ts$/.test(name)).sort())
      hash.update(`${file}\n`).update(readFileSync(join(place, file)))
  }
  return hash.digest('hex').slice(0, 16)
}
