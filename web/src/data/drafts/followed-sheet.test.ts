import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sheetDraft as schema } from 'sync-protocol/records/draft'
import type { JsonObject } from 'sync-protocol/records/json'
import { parseKnown } from 'sync-protocol/records/known'
import { sheetDraft } from '../../sync/testing/samples.ts'
import { clinicDatabase, viewOf, type ClinicDatabase } from '../database/clinic-database.ts'
import { newId } from '../database/ids.ts'
import { newLane } from '../outbox/lanes.ts'
import { keepSheet, readSheet } from './followed-sheet.ts'

const USER = { _id: newId(), name: 'Ana Smith' }
let clinic: ClinicDatabase
beforeEach(async () => {
  clinic = clinicDatabase(newId(), { indexedDB: new IDBFactory(), IDBKeyRange })
  await clinic.lanes.put(newLane({ user_id: USER._id, user_name: USER.name }, newId()))
})
afterEach(() => clinic.close())

const protocol = (dosage: number, more: JsonObject = {}) => ({
  content: {
    species: 0 as const,
    name: 'Spay A',
    sections: [
      {
        key: 10,
        title_s: 'Opioid',
        title_p: 'Opioids',
        drugs: [
          {
            name: 'Methadone',
            concentration: 10,
            dosage,
            dosage_from: -1 as const,
            dosage_to: -1 as const,
            route: 'IM' as const,
            form: 'INJECTION' as const,
            controlled: false,
            ...more,
          },
        ],
      },
    ],
  },
})

test('[W2] [M3] what is typed into a sheet of a later release says what was seen as that stands, and keeps it', async () => {
  const stored = {
    ...sheetDraft({ species: 0, name: 'Luna', anesthesia_protocol: protocol(1, { half_life: 3 }) }),
    later: 1,
  }
  const _id = newId()
  const meta = { author_id: USER._id, author_name: USER.name, date_created: '2026-11-20T10:00:00.000Z' }
  const record = { collection: 'drafts', _id, schema: 1, version: 4, seq: 9, deleted: false, load: 0, meta }
  await clinic.table('drafts').put({ ...record, content: stored })
  const seen = parseKnown(schema, stored)
  const typed = parseKnown(schema, { ...seen, anesthesia_protocol: protocol(2) })
  const saver = { user_id: USER._id, deviceNow: () => Date.parse('2026-11-20T10:01:00.000Z'), newId }
  await keepSheet(clinic, saver, _id, seen, typed)
  const [row] = await clinic.outbox.toArray()
  expect(row?.body.ops).toMatchObject([
    {
      op: 'update',
      base: 4,
      set: { anesthesia_protocol: protocol(2, { half_life: 3 }) },
      was: { anesthesia_protocol: stored['anesthesia_protocol'] },
    },
  ])
  // What somebody else has entered meanwhile is not what was seen.
  const moved = { ...stored, anesthesia_protocol: protocol(5, { half_life: 3 }) }
  await clinic.table('drafts').put({ ...record, version: 5, content: moved })
  await clinic.outbox.clear()
  await keepSheet(clinic, saver, _id, seen, typed)
  expect((await clinic.outbox.toArray())[0]?.body.ops).toMatchObject([
    { was: { anesthesia_protocol: protocol(1) } },
  ])
})

test('[M3] a choice between two versions that comes while a sheet is read is in it whole, or not at all', async () => {
  const _id = newId()
  const meta = { author_id: USER._id, author_name: USER.name, date_created: '2026-11-20T10:00:00.000Z' }
  const row = { schema: 1, version: 1, seq: 1, deleted: false, load: 0, meta }
  const weight = (value: string) => ({ weight: value, weight_units: 'lb' as const })
  const draft = (value: string) => ({
    ...row,
    collection: 'drafts' as const,
    _id,
    content: parseKnown(schema, sheetDraft({ species: 0, ...weight(value) })),
  })
  const conflict = {
    ...row,
    collection: 'conflicts' as const,
    _id: newId(),
    content: {
      record: { collection: 'drafts' as const, _id },
      kind: 'update' as const,
      groups: [{ group: 'weight', base: weight('11'), theirs: weight('12'), mine: weight('13') }],
      version: 1,
      mutation_id: newId(),
      lane: newId(),
      device: newId(),
      at: meta.date_created,
    },
  }
  const [drafts, conflicts] = [viewOf(clinic, 'drafts'), viewOf(clinic, 'conflicts')]
  await drafts.put(draft('12'))
  await conflicts.put(conflict)
  const reading = readSheet(clinic, _id)
  // Asked for after the first read has begun: it comes before the second where they are two.
  const choosing = clinic.transaction('rw', [drafts, conflicts], async () => {
    await drafts.put(draft('13'))
    await conflicts.put({ ...conflict, deleted: true })
  })
  const [found] = await Promise.all([reading, choosing])
  const said = ({ draft: stored, setAside }: typeof found) => [
    parseKnown(schema, stored?.content).weight,
    setAside.length,
  ]
  expect(said(found)).toEqual(['12', 1])
  expect(said(await readSheet(clinic, _id))).toEqual(['13', 0])
})
