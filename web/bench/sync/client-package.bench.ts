import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { newReport } from './beside-floor.ts'

test('the size of the client package', () => {
  const script = resolve(import.meta.dirname, '../../../.scripts/client-package.mjs')
  const sizes = JSON.parse(execFileSync(process.execPath, [script, '--json'], { encoding: 'utf8' })) as {
    whole: number
    dexieAsPeer: number
    dexieAndZodAsPeers: number
    limit: number
  }
  expect(sizes.whole).toBeGreaterThan(sizes.dexieAsPeer)
  const report = newReport('client-package')
  const target = { maxBelow: sizes.limit }
  report.add('client package, gzip, all in one', 'KB', [sizes.whole], { target })
  report.add('client package, gzip, dexie as a peer', 'KB', [sizes.dexieAsPeer])
  report.add('client package, gzip, dexie and zod as peers', 'KB', [sizes.dexieAndZodAsPeers])
  report.end()
})
