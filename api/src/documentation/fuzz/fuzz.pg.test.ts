import { mkdtempSync, rmSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { testDatabase } from '../../database/testing.ts'
import { endProcesses, freePort, runProgram } from '../../database/testing-process.ts'
import { backupSays, everyLookSays } from '../../ledger/testing-records.ts'
import { fuzz, type Report } from './testing-run.ts'

/** A few with every test run; ten thousand by `npm run fuzz:api`. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 200)
const SEED = Number(process.env['FUZZ_SEED'] ?? 1)

/** So many that each call is right at least once, or the requests are not what they should be. */
const MANY = 10_000
/** A fact is never updated, and there is no demonstration here. */
const NEVER = [
  'POST /demonstration/visit',
  'POST /organization/demonstration/remove',
  'POST /sheets/update/{id}',
  'POST /controlled-substances/update/{id}',
]

const folder = mkdtempSync(join(tmpdir(), 'fuzz-'))
afterAll(async () => {
  await endProcesses()
  rmSync(folder, { recursive: true, force: true })
})

function write(report: Report): void {
  const out = process.env['FUZZ_OUT']
  if (out === undefined) return
  mkdirSync(out, { recursive: true })
  writeFileSync(join(out, 'fuzz-api.json'), `${JSON.stringify(report, null, 2)}\n`)
}

test(
  '[API-33] [API-53] whatever is sent to the documented calls, the answer is one of the documented ones, and each clinic stays alone',
  async () => {
    const database = await testDatabase()
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    const server = runProgram('main.ts', [], {
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      DATABASE_URL: database.url,
      REGISTRATION: 'open',
      BACKUP_AT: 'off',
      // Each request may say where it comes from.
      TRUST_PROXY: 'on',
      LOG_LEVEL: 'error',
    })
    await vi.waitFor(() => expect(server.printed()).toContain('is ready at'), { timeout: 60_000 })
    const report = await fuzz(origin, { requests: REQUESTS, seed: SEED })
    for (const said of server
      .printed()
      .split('\n')
      .filter((line) => line.includes('"level":50')))
      report.findings.push({ what: 'the log has a failure', times: 1, requests: [said.slice(0, 1500)] })
    for (const said of [...(await everyLookSays(database.pool)), ...(await backupSays(database.url))])
      report.findings.push({ what: 'the ledger is not whole', times: 1, requests: [said] })
    if (server.process.exitCode !== null)
      report.findings.push({ what: 'the server ended', times: 1, requests: [server.printed()] })
    if (REQUESTS >= MANY)
      for (const call of Object.keys(report.calls_never_done).filter((each) => !NEVER.includes(each)))
        report.findings.push({ what: 'no request was right', times: 1, requests: [call] })
    write(report)
    expect(report.findings).toEqual([])
    expect(report.requests).toBe(REQUESTS)
  },
  60_000 + REQUESTS * 60,
)
