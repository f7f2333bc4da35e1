import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import type { Op } from 'sync-protocol/records/mutation'
import { draw } from 'sync-protocol/testing/examples'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInToApi, type ApiClient } from './api-client.ts'
import { openTablet, type Tablet } from './browser.ts'
import { asDatabaseOwner } from './database.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import { readyForOffline, signIn, syncSays } from './steps.ts'

const DRAWS = 30
const VERIFIER = resolve(import.meta.dirname, '../../.scripts/verify-ledger.mjs')
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const run = promisify(execFile)

const drawOf = (_id: string, number: number): Op => ({
  op: 'create',
  collection: 'draws',
  _id,
  content: draw({ drug_volume: number / 4 }),
})
const result = (page: Page) => page.getByLabel('Verification', { exact: true })
const title = (page: Page, words: string) => result(page).getByRole('heading', { name: words, exact: true })
const unprotected = (...statements: string[]) =>
  [
    'ALTER TABLE ledger DISABLE TRIGGER ALL; ALTER TABLE organizations DISABLE TRIGGER ledger_goes_on',
    'ALTER TABLE ledger DROP CONSTRAINT IF EXISTS ledger_check',
    ...statements,
  ].join('; ')

async function verified(file: string, ...args: string[]): Promise<{ code: number; said: string }> {
  return run(process.execPath, [VERIFIER, file, ...args]).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stdout }: { code: number; stdout: string }) => ({ code, said: stdout }),
  )
}

async function exported(page: Page): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'EXPORT', exact: true }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^Controlled substance ledger \d\d\.\d\d\.\d{4}\.jsonl$/)
  const path = join(mkdtempSync(join(tmpdir(), 'e2e-file-')), 'ledger.jsonl')
  await download.saveAs(path)
  return path
}

async function compare(page: Page, n: number, hash: string): Promise<void> {
  await page.getByRole('button', { name: 'COMPARE WITH PAPER' }).click()
  await page.getByLabel('Number of entries').fill(String(n))
  await page.getByLabel(/^Hash/).fill(hash)
  await page.getByRole('button', { name: 'COMPARE', exact: true }).click()
}

describe('the controlled-substance ledger', () => {
  let server: Server
  let tablet: Tablet
  let api: ApiClient
  /** The head as a sheet would print it before anything was done to the ledger. */
  let head: { n: number; hash: string }

  beforeAll(async () => {
    server = await startServer()
    const password = demonstrationPassword(server)
    api = await signInToApi(server.url, 'lead@demo.test', password)
    const ids = Array.from({ length: DRAWS }, () => randomUUID())
    await api.push(
      'draw.save',
      ids.map((_id, index) => drawOf(_id, index + 1)),
    )
    const [first = ''] = ids
    await api.push('draw.void', [
      { op: 'void', collection: 'draws', _id: first, base: 1, reason: 'Entered twice' },
    ])
    head = (await api.get<{ head: typeof head }>('/ledger?after=0')).head
    tablet = await openTablet()
    await signIn(tablet.page, server.url, 'lead@demo.test', password)
    await readyForOffline(tablet.page)
  })
  afterAll(async () => {
    await tablet.close()
    await server.stop()
  })
  picturesOfFailures(() => tablet)

  test('is verified on the tablet, listed in words, searched, and whole for the stand-alone verifier too', async () => {
    const { page } = tablet
    expect(head.n).toBe(DRAWS + 1)
    await page.getByRole('button', { name: /^Signed in as/ }).click()
    await page.getByRole('link', { name: 'Controlled substance ledger' }).click()
    await page.waitForURL(`${server.url}/ledger`)
    await title(page, '31 entries, verified, records agree').waitFor()
    await result(page).getByText('Details', { exact: true }).click()
    await result(page).getByText('Compared with the ledger as this tablet saw it once before.').waitFor()
    const rows = page.getByRole('list', { name: 'Entries of the ledger' })
    await rows.getByText(/^Voided: 0\.25 ml of .+ Reason: Entered twice$/).waitFor()
    await page.getByRole('searchbox').fill('twice lee')
    await page.getByText('1 entry, newest first', { exact: true }).waitFor()
    const file = await exported(page)
    expect(await verified(file, '--head', `${head.n}:${head.hash}`)).toMatchObject({
      code: 0,
      said: expect.stringContaining('Whole: 31 entries, verified'),
    })
    const faults = await page.evaluate(
      `${axe}; axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`,
    )
    expect(faults).toEqual([])
    await compare(page, head.n, head.hash.slice(0, 12))
    await page.getByText('Entry 31 is in the ledger as it was printed.').waitFor()
    await page.keyboard.press('Escape')
    const messages = async () => {
      const { entries } = await api.get<{ entries: { message: string }[] }>(
        '/organization/action-log?limit=20',
      )
      return entries.map(({ message }) => message)
    }
    await expect
      .poll(messages)
      .toContain('Verified the controlled-substance ledger: 31 entries, verified, records agree')
  })

  test('a draw that was changed in the database is named, and so are one that is gone and one that was made up', async () => {
    const { page } = tablet
    const changed = (from: string, to: string) =>
      `UPDATE records SET body = replace(body::text, '"drug_volume":${from},', '"drug_volume":${to},')::json
       WHERE collection = 'draws' AND body::text LIKE '%"drug_volume":${from},%'`
    await asDatabaseOwner(server, changed('1.75', '9.75'))
    await page.getByRole('button', { name: 'VERIFY AGAIN' }).click()
    await title(page, 'A record differs from the ledger').waitFor()
    const words = /^Draw of .+, volume: the ledger says 1\.75 ml, the record says 9\.75 ml \(entry 7\)\.$/
    await result(page).getByText(words).waitFor()
    await result(page).getByText('The ledger itself is intact: 31 entries, verified.').waitFor()
    expect(await verified(await exported(page))).toMatchObject({
      code: 1,
      said: expect.stringContaining('volume: the ledger says 1.75 ml, the record says 9.75 ml'),
    })

    const madeUp = '0193aaaa-0000-7000-8000-000000000001'
    const kept = 'CREATE TABLE kept AS SELECT * FROM records WHERE body::text LIKE \'%"drug_volume":2.75,%\''
    await asDatabaseOwner(
      server,
      `${changed('9.75', '1.75')}; ${kept}; DELETE FROM records r USING kept k WHERE k.record_id = r.record_id;
       INSERT INTO records SELECT org_id, collection, '${madeUp}', version, seq, deleted, schema,
         replace(body::text, record_id::text, '${madeUp}')::json, last_content, changed_at FROM kept`,
    )
    await page.getByRole('button', { name: 'VERIFY AGAIN' }).click()
    await title(page, '2 records differ from the ledger').waitFor()
    await result(page)
      .getByText(/: entry 11 of the ledger has it, but its record is gone\.$/)
      .waitFor()
    await result(page)
      .getByText(/: there is a record of it, but no entry in the ledger\.$/)
      .waitFor()
    expect(await verified(await exported(page))).toMatchObject({
      code: 1,
      said: expect.stringContaining('2 RECORDS DIFFER'),
    })
    await asDatabaseOwner(
      server,
      `DELETE FROM records WHERE record_id = '${madeUp}'; INSERT INTO records SELECT * FROM kept; DROP TABLE kept`,
    )
    await page.getByRole('button', { name: 'VERIFY AGAIN' }).click()
    await title(page, '31 entries, verified, records agree').waitFor()
    await result(page).getByText('Details', { exact: true }).click()
    await result(page).getByText('All 30 draws and balance sheets in it match their records').waitFor()
  })

  test('an end cut off, the server’s own head with it, is pointed out and named', async () => {
    const { page } = tablet
    await asDatabaseOwner(
      server,
      unprotected(
        'DELETE FROM ledger WHERE n > 21',
        'UPDATE organizations SET ledger_n = 21, ledger_hash = (SELECT hash FROM ledger l WHERE l.org_id = organizations.org_id AND n = 21) WHERE ledger_n = 31',
      ),
    )
    await page.reload()
    await title(page, 'Broken at entry 22').waitFor()
    await result(page)
      .getByText(/^The end was cut off: entries 22 to 31 are gone\. Seen before: entry 31 \(/)
      .waitFor()
    await syncSays(page, '1 needs attention')
    await page.getByText('The server’s ledger is not the one this tablet saw before').waitFor()
    await compare(page, head.n, head.hash)
    await page.getByText(/^The ledger ends at entry 21: entries 22 to 31 are gone/).waitFor()
    await page.keyboard.press('Escape')
    const file = await exported(page)
    expect((await verified(file)).code).toBe(0)
    expect(await verified(file, '--head', `${head.n}:${head.hash.slice(0, 12)}`)).toMatchObject({
      code: 1,
      said: expect.stringContaining('BROKEN at entry 22: the ledger ends before it'),
    })
    await page.getByRole('button', { name: 'Sync: 1 needs attention' }).click()
    await page.getByRole('link', { name: 'Open Needs Attention' }).click()
    await page.getByText('The server’s ledger is not the one this tablet saw before').waitFor()
    await page.getByRole('button', { name: 'OPEN THE LEDGER' }).click()
    await page.getByRole('button', { name: 'I HAVE CHECKED THIS' }).click()
    await syncSays(page, 'All sent')
    // What was seen is not forgotten with the warning.
    await page.getByRole('button', { name: 'VERIFY AGAIN' }).click()
    await title(page, 'Broken at entry 22').waitFor()
  })

  test.each([
    [
      'a row deleted',
      'DELETE FROM ledger WHERE n = 15',
      15,
      'Entry 15 is missing: someone deleted it. After entry 14 comes entry 16.',
    ],
    [
      'a byte changed, and its hash made anew to fit',
      `UPDATE ledger SET entry = replace(entry, '"drug_volume":3', '"drug_volume":8') WHERE n = 12;
       UPDATE ledger SET hash = encode(sha256(convert_to(entry, 'UTF8')), 'hex') WHERE n = 12`,
      12,
      'It was changed, and its hash was recalculated to match. Entry 13 still names the one that was there before.',
    ],
    [
      'a byte changed so that it is no text of an entry any more',
      "UPDATE ledger SET entry = overlay(entry placing '#' from 1) WHERE n = 9",
      9,
      'It was changed after it was written: it no longer matches its own hash.',
    ],
  ])('%s is named, here and by the stand-alone verifier', async (_, statement, n, why) => {
    const { page } = tablet
    await asDatabaseOwner(server, unprotected(statement))
    await page.getByRole('button', { name: 'VERIFY AGAIN' }).click()
    await title(page, `Broken at entry ${n}`).waitFor()
    await result(page).getByText(why, { exact: true }).waitFor()
    expect(await verified(await exported(page))).toMatchObject({
      code: 1,
      said: expect.stringContaining(`BROKEN at entry ${n}:`),
    })
  })

  test('without the server it says so, and shows how the ledger was when it was last verified here', async () => {
    const { page } = tablet
    await server.kill()
    await page.reload()
    await page.getByText('The ledger is on the server').waitFor()
    await page.getByText(/^Last verified on this tablet .+, by Lee Lead$/).waitFor()
    await title(page, 'Broken at entry 9').waitFor()
    await page.getByText(`Newest entry this tablet saw: entry 31 (${head.hash.slice(0, 4)}`).waitFor()
    await server.restart()
    await page.getByRole('button', { name: 'RETRY' }).click()
    await page.getByText('The ledger is on the server').waitFor({ state: 'hidden' })
    await title(page, 'Broken at entry 9').waitFor()
  })
})
