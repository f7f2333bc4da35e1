import { COLLECTIONS, type Collection } from 'sync-protocol/records/envelope'
import { appVersion } from './app-version.ts'
import { diagnosisText } from './diagnosis-text.ts'
import { orgOf, viewOf, type ClinicDatabase } from '../database/clinic-database.ts'
import type { KeptMutation, OutboxRow } from '../database/clinic-rows.ts'
import { failuresOf } from './failures.ts'
import { thisPlatform } from './platform-name.ts'
import { readSetting } from '../database/settings.ts'

/** What the app around the database knows. */
export interface Surroundings {
  at: string
  signed_in: boolean
  offline_session: boolean
  online: boolean
  service_worker: string
  storage: { usage: number; quota: number; persisted: boolean }
  state: string
}

const ACTION = /^[a-z]+(?:_[a-z]+)*(?:\.[a-z]+(?:_[a-z]+)*)?$/
const CODE = /^[a-z_]{1,40}$/
const VERSION = /^[\w .():,;/-]{1,200}$/
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const HASH = /^[0-9a-f]{64}$/
const ADDRESS = /^\/[a-z/-]{1,60}$/

/** Whatever lies in the database, only what looks like what it should be goes into the file. */
const only = (pattern: RegExp, value: unknown): string | null =>
  typeof value === 'string' && pattern.test(value) ? value : null
const action = (value: unknown) => {
  const said = only(ACTION, value)
  return said !== null && said.length <= 60 ? said : null
}
const id = (value: unknown) => only(UUID, value)
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const instant = (value: unknown): string | null =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? value : null

/**
 * What whoever helps needs to know of this tablet: versions, numbers, sizes and codes. Nothing that anybody entered, no name,
 * no password, no token; an entry that does not look like what it should be stands as null.
 */
export async function diagnosisOf(clinic: ClinicDatabase, surroundings: Surroundings) {
  const [lanes, outbox, kept, failures, heads, settings] = await Promise.all([
    clinic.lanes.toArray(),
    clinic.outbox.orderBy('order').toArray(),
    clinic.kept.toArray(),
    failuresOf(orgOf(clinic)),
    clinic.ledger_heads.toArray(),
    settingsOf(clinic),
  ])
  const now = Date.parse(surroundings.at)
  return {
    what: diagnosisText.what,
    at: surroundings.at,
    app: only(VERSION, appVersion()),
    platform: only(VERSION, thisPlatform()),
    browser: only(VERSION, globalThis.navigator?.userAgent ?? ''),
    organization: orgOf(clinic),
    surroundings: {
      signed_in: surroundings.signed_in,
      offline_session: surroundings.offline_session,
      online: surroundings.online,
      service_worker: only(CODE, surroundings.service_worker),
      state: only(CODE, surroundings.state),
      storage: surroundings.storage,
    },
    settings,
    counts: await countsOf(clinic),
    lanes: lanes.map((lane) => ({
      user: id(lane.user_id),
      lane: id(lane.id),
      next_n: number(lane.next_n),
      taken_n: number(lane.taken_n),
      unsent: number(lane.unsent),
      registered: lane.registered,
      shut_out: lane.shut_out,
      may_push: lane.push_token !== null,
    })),
    outbox: outbox.map((row) => outboxLine(row, now)),
    needs_attention: { kept: byCode(kept), ...(await waitingOf(clinic)) },
    failures: failures.map((failure) => ({
      at: instant(failure.at),
      what: only(ADDRESS, failure.what) ?? only(CODE, failure.what),
      status: number(failure.status),
      code: only(CODE, failure.code),
    })),
    ledger_heads: heads.map((head) => ({
      epoch: id(head.epoch),
      n: number(head.n),
      hash: only(HASH, head.hash),
      seen_at: instant(head.seen_at),
    })),
  }
}

export type Diagnosis = Awaited<ReturnType<typeof diagnosisOf>>

async function settingsOf(clinic: ClinicDatabase) {
  const [device, epoch, cursor, load, reloading, offset, lastPull, reachable, contact, keys] =
    await Promise.all([
      readSetting(clinic, 'device'),
      readSetting(clinic, 'epoch'),
      readSetting(clinic, 'cursor'),
      readSetting(clinic, 'load'),
      readSetting(clinic, 'reloading'),
      readSetting(clinic, 'clock_offset_ms'),
      readSetting(clinic, 'last_pull'),
      readSetting(clinic, 'server_reachable'),
      readSetting(clinic, 'answering'),
      readSetting(clinic, 'section_keys'),
    ])
  return {
    device: id(device),
    epoch: id(epoch),
    cursor: number(cursor),
    load: number(load),
    reloading: reloading === true,
    clock_offset_ms: number(offset),
    last_pull: instant(lastPull),
    server_reachable: reachable === true,
    answering_since: number(contact?.since),
    answered_last: number(contact?.last),
    section_keys: { block: number(keys?.block), next: number(keys?.next), to: number(keys?.to) },
    digests: await digestsOf(clinic),
  }
}

/** The tablet's own digests of what the server has: two numbers a collection. */
async function digestsOf(clinic: ClinicDatabase): Promise<Record<string, (number | null)[]>> {
  const digests = (await readSetting(clinic, 'digests')) as Record<string, object> | undefined
  return Object.fromEntries(
    COLLECTIONS.flatMap((name) => {
      const digest = digests?.[name]
      return digest === undefined ? [] : [[name, Object.values(digest).map(number)]]
    }),
  )
}

async function countsOf(clinic: ClinicDatabase): Promise<Record<Collection, number>> {
  const counted = await Promise.all(
    COLLECTIONS.map(async (name) => [name, await viewOf(clinic, name).count()] as const),
  )
  return Object.fromEntries(counted) as Record<Collection, number>
}

function outboxLine(row: OutboxRow, now: number) {
  const collections = row.body.ops.map((op) => op.collection as string)
  const known = COLLECTIONS.filter((name) => collections.includes(name))
  return {
    id: id(row.id),
    lane: id(row.lane),
    n: number(row.n),
    action: action(row.body.action),
    ops: row.body.ops.length,
    collections: known,
    bytes: number(row.bytes),
    status: row.done === 1 ? 'waits for the cursor' : row.withdrawn === 1 ? 'withdrawn' : 'unsent',
    seq: number(row.seq),
    age_s: Number.isFinite(row.saved_at) ? Math.round((now - row.saved_at) / 1000) : null,
  }
}

function byCode(kept: readonly KeptMutation[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { code, status } of kept) {
    const key = `${only(CODE, status) ?? 'other'} ${only(CODE, code) ?? 'other'}`
    counts[key] = (counts[key] ?? 0) + 1
  }
  return counts
}

async function waitingOf(clinic: ClinicDatabase) {
  const waiting = (name: 'attention' | 'conflicts') =>
    viewOf(clinic, name)
      .filter(({ deleted, content }) => !deleted && content !== null && !content.settled)
      .count()
  return { attention: await waiting('attention'), conflicts: await waiting('conflicts') }
}
