import { digestAfter, NO_RECORDS, withoutEmpty, type Digests } from '../records/digest.ts'
import { keyOf, type Collection, type SyncRecord } from '../records/envelope.ts'
import type { JsonObject } from '../records/json.ts'
import { EMPTY_LEDGER, type LedgerHead } from '../records/ledger-entry.ts'
import { derivedId, sha256Hex } from '../records/mutation-hash.ts'
import { isUnseen, type Maker } from '../merge/beside.ts'
import type { PresentAuthor } from '../merge/present-author.ts'
import type { Outcome, PushState, Waiting } from '../merge/push-state.ts'
import { nextKeyAfter } from '../merge/organization-after.ts'
import { receiptOf as ofEpoch } from '../merge/resubmission.ts'
import { takePush } from '../merge/take-push.ts'
import type { DeviceReply, DeviceRequest } from '../wire/devices.ts'
import { SECTION_KEY_BLOCK } from '../wire/devices.ts'
import { ProtocolError } from '../wire/errors.ts'
import { pushRefused } from '../wire/push-refused.ts'
import type { PullQuery, PullReply } from '../wire/pull.ts'
import type { PushReply, PushRequest } from '../wire/push.ts'
import { SNAPSHOT_BYTES, snapshotPlace, type SnapshotQuery, type SnapshotReply } from '../wire/snapshot.ts'
import type { Speaker, SyncStore } from '../wire/store.ts'
import { checkProtocol, PROTOCOL } from '../wire/version.ts'

interface Organization {
  records: Map<string, SyncRecord>
  lastContents: Map<string, JsonObject>
  changes: (Maker & { key: string; version: number })[]
  outcomes: Map<string, Outcome>
  numbers: Map<string, string>
  lanes: Map<string, { user: string; lastN: number }>
  refused: Set<string>
  redirects: Map<string, string>
  waiting: Map<string, Waiting>
  blocks: Map<string, number>
  nextKey: number
  head: number
  /** Cursors below this are older than the tombstones that are kept. */
  floor: number
  digests: Digests
  /** What pulls tell of the ledger; this store keeps none. */
  ledgerHead: LedgerHead
}

const newOrganization = (): Organization => ({
  records: new Map(),
  lastContents: new Map(),
  changes: [],
  outcomes: new Map(),
  numbers: new Map(),
  lanes: new Map(),
  refused: new Set(),
  redirects: new Map(),
  waiting: new Map(),
  blocks: new Map(),
  nextKey: 999,
  head: 0,
  floor: 0,
  digests: {},
  ledgerHead: EMPTY_LEDGER,
})

/** What a push changes; records and outcomes themselves are only ever replaced. */
const copyOf = (org: Organization): Organization => ({
  ...org,
  records: new Map(org.records),
  lastContents: new Map(org.lastContents),
  changes: [...org.changes],
  outcomes: new Map(org.outcomes),
  numbers: new Map(org.numbers),
  lanes: new Map([...org.lanes].map(([id, lane]) => [id, { ...lane }])),
  refused: new Set(org.refused),
  redirects: new Map(org.redirects),
  waiting: new Map(org.waiting),
  blocks: new Map(org.blocks),
})

/** This server's word for having taken a mutation of the organization, in an epoch of it. */
export const receiptOf =
  (orgId: string, epoch = '') =>
  (user: string, id: string, hash: string) =>
    ofEpoch(
      sha256Hex(`receipt/${orgId}/${user}/${id}/${hash}`),
      sha256Hex(`receipt/${orgId}/${user}/${id}/${hash}/${epoch}`),
    )

/** The sync contract's server in memory: for the store contract, for properties and for the fleet. */
export class MemoryStore implements SyncStore {
  epoch: string
  /** The users that mutations which come back after a restore may name. */
  authors: ReadonlyMap<string, PresentAuthor> = new Map()
  /** By device: the names of tablets that were revoked. */
  revoked: ReadonlyMap<string, string> = new Map()
  private organizations = new Map<string, Organization>()

  constructor(epoch: string) {
    this.epoch = epoch
  }

  organization(id: string): Organization {
    let found = this.organizations.get(id)
    if (!found) {
      found = newOrganization()
      this.organizations.set(id, found)
    }
    return found
  }

  /** A backup of all organizations, to be restored into a new epoch. */
  backup(): (epoch: string) => void {
    const copy = [...this.organizations].map(([id, org]) => [id, copyOf(org)] as const)
    return (epoch) => {
      this.organizations = new Map(copy.map(([id, org]) => [id, copyOf(org)]))
      this.epoch = epoch
    }
  }

  /** Every record as it stands, tombstones included, in order of seq. */
  allRecords(orgId: string): SyncRecord[] {
    return [...this.organization(orgId).records.values()].sort((a, b) => a.seq - b.seq)
  }

  /** Forgets the tombstones up to a seq, and who made them, as time does: cursors below it have expired. */
  forgetTombstones(orgId: string, upTo: number): void {
    const org = this.organization(orgId)
    const gone = new Set<string>()
    for (const [key, record] of org.records) if (record.deleted && record.seq <= upTo) gone.add(key)
    for (const key of gone) org.records.delete(key)
    org.changes = org.changes.filter(({ key }) => !gone.has(key))
    org.floor = upTo
  }

  registerDevice(speaker: Speaker, request: DeviceRequest, now: string): Promise<DeviceReply> {
    return settle(() => {
      checkProtocol(request.protocol, 'push')
      const org = this.organization(speaker.org_id)
      const lane = this.bindLane(org, request.lane, speaker.user_id)
      const block = `${request.device}/${request.block}`
      let from = org.blocks.get(block)
      if (from === undefined) {
        from = org.nextKey
        org.nextKey += SECTION_KEY_BLOCK
        org.blocks.set(block, from)
      }
      return {
        protocol: PROTOCOL,
        epoch: this.epoch,
        server_time: now,
        section_keys: { from, to: from + SECTION_KEY_BLOCK - 1 },
        last_n: lane.lastN,
      }
    })
  }

  private bindLane(org: Organization, lane: string, user: string): { user: string; lastN: number } {
    const bound = org.lanes.get(lane) ?? { user, lastN: 0 }
    if (bound.user !== user) throw new ProtocolError('forbidden', 'This lane belongs to another user.')
    org.lanes.set(lane, bound)
    return bound
  }

  push(speaker: Speaker, request: PushRequest, now: string): Promise<PushReply> {
    return settle(() => {
      checkProtocol(request.protocol, 'push')
      if (request.epoch !== this.epoch) {
        throw new ProtocolError('epoch_changed', 'The server was restored.', { epoch: this.epoch })
      }
      const org = this.organization(speaker.org_id)
      const revoked = this.revoked.get(request.device)
      const actor = {
        ...speaker,
        lane: request.lane,
        device: request.device,
        ...(revoked !== undefined && { revoked }),
      }
      const receipt = receiptOf(speaker.org_id, this.epoch)
      const { mutations } = request
      const taken = takePush(
        stateOf(org),
        mutations,
        actor,
        now,
        receipt,
        new Set(),
        this.authors,
        undefined,
        request.shared,
      )
      if ('code' in taken) {
        if (taken.code === 'went_back') this.epoch = derivedId(this.epoch, 'the next history')
        throw pushRefused(taken, this.epoch)
      }
      const lane = this.bindLane(org, request.lane, speaker.user_id)
      for (const { outcome, applied, records, by, again } of taken.effects) {
        if (again || !org.outcomes.has(outcome.id)) org.outcomes.set(outcome.id, outcome)
        if (!again) org.numbers.set(`${request.lane}/${outcome.n}`, outcome.id)
        for (const record of records) {
          const key = keyOf(record)
          const before = org.records.get(key)
          if (record.deleted && before?.content) org.lastContents.set(key, before.content)
          org.records.set(key, record)
          const digest = org.digests[record.collection] ?? NO_RECORDS
          org.digests = { ...org.digests, [record.collection]: digestAfter(digest, before, record) }
          org.nextKey = nextKeyAfter(org.nextKey, record)
          org.changes.push({ key, version: record.version, lane: by.lane, order: by.order })
        }
        for (const name of applied?.refused ?? []) org.refused.add(keyOf(name))
        for (const { lane: of, from, to } of applied?.redirects ?? []) org.redirects.set(`${of}/${from}`, to)
      }
      for (const [id, waiting] of taken.waits) {
        if (waiting) org.waiting.set(id, waiting)
        else org.waiting.delete(id)
      }
      lane.lastN = taken.last_n
      org.head = taken.head
      return {
        protocol: PROTOCOL,
        epoch: this.epoch,
        server_time: now,
        last_n: taken.last_n,
        ledger_head: org.ledgerHead,
        head: taken.head,
        results: taken.results.map((result, index) => ({
          ...result,
          records: (taken.named[index] ?? []).flatMap((name) => {
            const record = org.records.get(keyOf(name))
            return record ? [structuredCopy(record)] : []
          }),
        })),
      }
    })
  }

  pull({ org_id }: { org_id: string }, query: PullQuery, now: string): Promise<PullReply> {
    return settle(() => {
      const org = this.organization(org_id)
      if (query.epoch !== undefined && query.epoch !== this.epoch) {
        throw new ProtocolError('epoch_changed', 'The server was restored.', { epoch: this.epoch })
      }
      if (query.cursor > 0 && query.cursor < org.floor) {
        throw new ProtocolError(
          'cursor_expired',
          'This tablet was away too long: its records are loaded again.',
        )
      }
      const rest = [...org.records.values()]
        .filter(({ seq }) => seq > query.cursor)
        .sort((a, b) => a.seq - b.seq)
      const last = rest[Math.min(query.limit, rest.length) - 1]?.seq ?? org.head
      const changes = rest.filter(({ seq }) => seq <= last)
      const more = changes.length < rest.length
      return {
        protocol: PROTOCOL,
        epoch: this.epoch,
        changes: changes.map(structuredCopy),
        cursor: more ? last : org.head,
        head: org.head,
        more,
        ...(more ? {} : { digest: withoutEmpty(org.digests) }),
        ledger_head: org.ledgerHead,
        server_time: now,
      }
    })
  }

  snapshot({ org_id }: { org_id: string }, query: SnapshotQuery, now: string): Promise<SnapshotReply> {
    return settle(() => {
      checkProtocol(query.protocol, 'read')
      const { collections, below } = snapshotPlace(query)
      const { records, head } = this.organization(org_id)
      if (query.epoch !== undefined && query.epoch !== this.epoch) {
        throw new ProtocolError('epoch_changed', 'The server was restored.', { epoch: this.epoch })
      }
      const living = [...records.values()].filter(({ deleted }) => !deleted)
      const rest = collections.flatMap((name, index) =>
        living
          .filter(({ collection, _id }) => collection === name && (index > 0 || !below || _id < below))
          .sort((a, b) => (a._id < b._id ? 1 : -1)),
      )
      const page: SyncRecord[] = []
      for (let bytes = 0; page.length < query.limit && bytes < SNAPSHOT_BYTES;) {
        const next = rest[page.length]
        if (!next) break
        page.push(next)
        bytes += JSON.stringify(next).length
      }
      const last = page.at(-1)
      return {
        protocol: PROTOCOL,
        epoch: this.epoch,
        seq: head,
        records: page.map(structuredCopy),
        after: last && page.length < rest.length ? keyOf(last) : null,
        server_time: now,
      }
    })
  }
}

const structuredCopy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

/** A failure rejects, as over a network, and never throws at once. */
function settle<T>(work: () => T): Promise<T> {
  return new Promise((resolve) => {
    resolve(work())
  })
}

function stateOf(org: Organization): PushState {
  return {
    record: (collection: Collection, id: string) => org.records.get(keyOf({ collection, _id: id })),
    lastContent: (collection, id) => org.lastContents.get(keyOf({ collection, _id: id })),
    refusedCreation: (collection, id) => org.refused.has(keyOf({ collection, _id: id })),
    changedByOthers: (collection, id, base, seer) => {
      const made = org.changes.filter(({ key }) => key === keyOf({ collection, _id: id }))
      // In the order of versions: the newest of each lane stays.
      const newest = new Map(made.map((change) => [change.lane, change]))
      return [...newest.values()].some((change) => change.version > base && isUnseen(change, seer))
    },
    sectionOfKey: (key) =>
      [...org.records.values()].find(
        (record) =>
          record.collection === 'sections' &&
          (record.content ?? org.lastContents.get(keyOf(record)))?.['key'] === key,
      )?._id,
    redirect: (lane, draft) => org.redirects.get(`${lane}/${draft}`),
    lastN: (lane) => org.lanes.get(lane)?.lastN ?? 0,
    laneUser: (lane) => org.lanes.get(lane)?.user,
    outcomeOf: (id) => org.outcomes.get(id),
    idAt: (lane, n) => org.numbers.get(`${lane}/${n}`),
    waitingFor: (collection, id) =>
      [...org.waiting.values()].filter(({ waitsFor }) => keyOf(waitsFor) === keyOf({ collection, _id: id })),
    head: () => org.head,
  }
}
