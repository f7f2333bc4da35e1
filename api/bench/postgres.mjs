// The embedded database, with its durability as in a clinic, for benchmarks: prints its address, ends with its parent's pipe.
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../dist/database/embedded-postgres.js'

const dataFolder = await mkdtemp(join(tmpdir(), 'bench-postgres-'))
const engine = await startEmbeddedPostgres({
  dataFolder,
  onFailure: (error) => {
    console.error(error)
    process.exit(1)
  },
})
console.log(JSON.stringify({ url: engine.url }))
process.stdin.resume()
await once(process.stdin, 'end')
await engine.stop()
await rm(dataFolder, { recursive: true })
process.exit(0)
