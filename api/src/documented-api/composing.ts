import { randomBytes } from 'node:crypto'
import { contentFault } from 'sync-protocol/merge/content-fault'
import { updateOp } from 'sync-protocol/merge/update-op'
import type { SyncRecord } from 'sync-protocol/records/envelope'
import { id as anId, type Species } from 'sync-protocol/records/fields'
import type { JsonObject } from 'sync-protocol/records/json'
import { contentIn, kinds, type AnyContent } from 'sync-protocol/records/kinds'
import { MUTATION_OPS_MAX } from 'sync-protocol/records/limits'
import type { Op } from 'sync-protocol/records/mutation'
import { fieldsOf } from 'sync-protocol/records/unchecked'
import { uuidv7 } from 'sync-protocol/records/uuid'
import { localDay } from 'sync-protocol/rules/local-day'
import { mayChange } from 'sync-protocol/rules/permissions'
import { savingSheet, voidingSheets } from 'sync-protocol/rules/sheet-intents'
import { ProtocolError } from 'sync-protocol/wire/errors'
import type { Composed, Look } from '../sync/call-job.ts'
import { callText } from './call-text.ts'
import { SELECTED } from './collection-paths.ts'
import {
  anesthesiaProtocol,
  drugOf,
  emergencyProtocol,
  fluidOf,
  named,
  type NamedSections,
} from './content-of.ts'
import { itemOf } from './item.ts'
import type { WrittenCollection } from './payload-fields.ts'
import { liveSections, SectionNames } from './sections.ts'
import { sheetOf } from './sheet-of.ts'

/** Who writes, and when and where that is. */
export interface Writing {
  user_id: string
  now: string
  time_zone: string
}

const newId = (now: string) => uuidv7(Date.parse(now), randomBytes(16))
const unknownRecord = () => new ProtocolError('not_found', 'This record does not exist.')
const subjectOf = (collection: WrittenCollection) => kinds[collection].subjects[0] ?? collection

async function sectionsFor(collection: WrittenCollection, look: Look): Promise<NamedSections> {
  const living = collection === 'drugs' ? liveSections(await look.sections()) : []
  return { names: new SectionNames(living), next_key: look.next_key }
}

function contentOf(
  collection: Exclude<WrittenCollection, 'sheets'>,
  sent: object,
  sections: NamedSections,
  before: JsonObject | undefined,
): JsonObject {
  switch (collection) {
    case 'drugs':
      return drugOf(sent, sections, before)
    case 'fluids':
      return fluidOf(sent, before)
    case 'anesthesia_protocols':
      return anesthesiaProtocol(sent, before)
    case 'emergency_protocols':
      return emergencyProtocol(sent, before)
    default:
      return named(collection, sent, before)
  }
}

/** What the record is afterwards. */
const answersItem = (collection: WrittenCollection, id: string) => async (look: Look) => {
  const [record] = await look.records(collection, [id])
  if (!record) throw new Error(`${collection}/${id} was written and is not there`)
  return { success: true, item: itemOf(record, (await sectionsFor(collection, look)).names) }
}

/** Inserts a record; a sheet with a draw for each of its controlled drugs, in the same change. */
export const inserting =
  (collection: WrittenCollection, sent: object, { now, time_zone }: Writing) =>
  async (look: Look): Promise<Composed> => {
    const _id = newId(now)
    if (collection === 'sheets') {
      const content = sheetOf(sent, localDay(now, time_zone))
      const fault = contentFault('sheets', content)
      if (fault) throw new ProtocolError('invalid', fault.message, fault.field ? { field: fault.field } : {})
      const intent = savingSheet(contentIn('sheets', content), _id, () => newId(now))
      return { intents: [intent], answer: answersItem(collection, _id) }
    }
    const content = contentOf(collection, sent, await sectionsFor(collection, look), undefined)
    const op: Op = { op: 'create', collection, _id, content }
    return {
      intents: [{ action: `${subjectOf(collection)}.create`, ops: [op] }],
      answer: answersItem(collection, _id),
    }
  }

/** Is it the version that the caller saw, where it says which? */
function refuseUnseen({ version }: SyncRecord, seen: number | undefined): void {
  if (seen === undefined || seen === version) return
  throw new ProtocolError('conflict', callText.changedMeanwhile, { field: 'if-match' })
}

/** Changes the fields that were sent; all others stay. What changes nothing is refused to the same people. */
export const updating =
  (
    collection: WrittenCollection,
    id: string,
    sent: object,
    seen: number | undefined,
    { user_id }: Pick<Writing, 'user_id'>,
  ) =>
  async (look: Look): Promise<Composed> => {
    const [record] = await look.records(collection, [id])
    if (!record?.content || record.voided) throw unknownRecord()
    if (collection === 'sheets') throw new ProtocolError('immutable', callText.sheetStays)
    if (!mayChange({ user_id, perms: look.perms }, record)) {
      throw new ProtocolError('forbidden', callText.notYours)
    }
    refuseUnseen(record, seen)
    const next = contentOf(collection, sent, await sectionsFor(collection, look), record.content)
    const op = updateOp(collection, { ...record, content: record.content }, next)
    return {
      intents: op ? [{ action: `${subjectOf(collection)}.update`, ops: [op] }] : [],
      answer: answersItem(collection, id),
    }
  }

interface Deleting {
  collection: WrittenCollection
  ids: readonly string[]
  seen?: number | undefined
  species?: Species | undefined
}

/** All of them or none (Q-80): one that is unknown, another species' or another author's refuses the whole. */
export const deleting =
  ({ collection, ids, seen, species }: Deleting, { user_id }: Writing) =>
  async (look: Look): Promise<Composed> => {
    const wanted = [...new Set(ids.map((id) => id.toLowerCase()))]
    if (!wanted.every((id) => anId.safeParse(id).success)) throw unknownRecord()
    const found = await look.records(collection, wanted)
    const records = found.filter(({ voided, content }) => !voided && isOf(content, species))
    if (records.length < wanted.length) throw unknownRecord()
    const acting = { user_id, perms: look.perms }
    if (!records.every((record) => mayChange(acting, record))) {
      const notice = ids.length > 1 ? callText.othersRecords(SELECTED[collection]) : callText.notYours
      throw new ProtocolError('forbidden', notice)
    }
    for (const record of records) refuseUnseen(record, seen)
    return {
      intents: await deletions(collection, records, look),
      answer: async () => ({ success: true, deleted: records.length }),
    }
  }

const isOf = (content: JsonObject | null, species: Species | undefined) =>
  species === undefined || [fieldsOf<AnyContent>(content).species].flat().includes(species)

async function deletions(collection: WrittenCollection, records: readonly SyncRecord[], look: Look) {
  if (kinds[collection].sort === 'fact') {
    const draws = await look.drawsOfSheets(records.map(({ _id }) => _id))
    const owned = draws.map(({ _id, version, content }) => ({
      _id,
      version,
      sheet_id: contentIn('draws', content ?? {}).sheet_id,
    }))
    return voidingSheets(records, owned, callText.sheetDeleted)
  }
  const ops = records.map(({ _id, version }): Op => ({ op: 'delete', collection, _id, base: version }))
  const pieces = Array.from({ length: Math.ceil(ops.length / MUTATION_OPS_MAX) }, (_, index) =>
    ops.slice(index * MUTATION_OPS_MAX, (index + 1) * MUTATION_OPS_MAX),
  )
  return pieces.map((piece) => ({ action: `${subjectOf(collection)}.delete`, ops: piece }))
}
