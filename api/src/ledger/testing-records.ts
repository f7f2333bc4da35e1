import { resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import type pg from 'pg'
import { differenceWords } from 'sync-protocol/log/ledger-difference'
import { writeBackup } from '../database/backup/write-backup.ts'
import { organizationIds } from '../sync/retention-store.ts'
import { lookThrough } from './compare-records.ts'
import { atOneMoment } from './ledger-records-store.ts'

const VERIFIER = resolve(import.meta.dirname, '../../../.scripts/verify-ledger.mjs')
const {
  verify,
  ledgersOf,
  compareRecords,
  differenceWords: aloneWords,
} = (await import(pathToFileURL(VERIFIER).href)) as {
  verify(rows: object[], keeper: object): { ok: boolean }
  ledgersOf(file: Buffer): { name: string; rows: object[]; keeper: object; records: object[] }[]
  compareRecords(rows: object[], records: object[]): object[]
  differenceWords(difference: object): string
}

const plain = { nameOf: (id: string) => id, when: (iso: string) => iso }

/** What the server's look says of one clinic: the broken entry, or the differences in words. */
export async function lookSays(pool: pg.Pool, clinic: string): Promise<string[]> {
  const looked = await atOneMoment(pool, clinic, (moment) => lookThrough(moment))
  if (!looked) return []
  return looked.broken
    ? [`broken at ${looked.broken.n}`]
    : looked.differences.map((each) => differenceWords(each, plain))
}

/** What it says of all clinics of a database. */
export async function everyLookSays(pool: pg.Pool): Promise<string[]> {
  const said = []
  for (const clinic of await organizationIds(pool)) said.push(...(await lookSays(pool, clinic)))
  return said
}

/** What the stand-alone verifier says of a backup. */
export async function backupSays(url: string): Promise<string[]> {
  const out = new PassThrough()
  const [file] = await Promise.all([buffer(out), writeBackup(url, out, new Date())])
  return ledgersOf(file).flatMap(({ rows, keeper, records }) =>
    verify(rows, keeper).ok ? compareRecords(rows, records).map(aloneWords) : ['broken'],
  )
}
