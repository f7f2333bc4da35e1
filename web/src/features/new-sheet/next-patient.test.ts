import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { emptySheetDraft } from 'sync-protocol/rules/sheet'
import type { JsonObject } from 'sync-protocol/records/json'
import { clinicDatabase, type ClinicDatabase } from '../../data/database/clinic-database.ts'
import { newId } from '../../data/database/ids.ts'
import { newLane } from '../../data/outbox/lanes.ts'
import { save } from '../../data/outbox/save.ts'
import { setSignedIn } from '../../data/database/signed-in.ts'
import { nextPatient, renewal, renewed, sharedWith, stillToSay } from './next-patient.ts'
import {
  injectionAppended,
  opened,
  procedureChosen,
  sheetSaved,
  speciesPressed,
  typed,
  wipeUndone,
  wouldLose,
  type OpenSheet,
} from './open-sheet.ts'
import { ANESTHESIA, completeSheet, EMERGENCY, USER } from './testing/sheet-samples.ts'

let clinic: ClinicDatabase
beforeEach(async () => {
  clinic = clinicDatabase(newId(), { indexedDB: new IDBFactory(), IDBKeyRange })
  await clinic.lanes.put(newLane({ user_id: USER._id, user_name: USER.name }, newId()))
  setSignedIn({ clinic, user: USER })
})
afterEach(() => {
  setSignedIn(undefined)
  clinic.close()
})

const PROCEDURE = { species: 0, name: 'Ovariohysterectomy' }

async function create(
  collection: 'procedures' | 'anesthesia_protocols' | 'emergency_protocols',
  content: object,
) {
  const _id = newId()
  await save({ action: 'c', ops: [{ op: 'create', collection, _id, content: content as JsonObject }] })
  return _id
}

/** A saved sheet of records that are in the library. */
async function savedSheet(): Promise<OpenSheet> {
  const [procedure, anesthesia, emergency] = [
    await create('procedures', PROCEDURE),
    await create('anesthesia_protocols', ANESTHESIA.content),
    await create('emergency_protocols', EMERGENCY.content),
  ]
  const sheet = injectionAppended(typed(completeSheet(), 'patient_id', '7'), 'Rabies')
  const draft = {
    ...sheet.draft,
    procedure: { source_id: procedure, content: { name: PROCEDURE.name } },
    anesthesia_protocol: { source_id: anesthesia, content: ANESTHESIA.content },
    emergency_protocol: { source_id: emergency, content: EMERGENCY.content },
  }
  return sheetSaved({ ...sheet, draft }, draft, newId(), '2026-11-22T10:00:00.000Z')
}
const idIn = (sheet: OpenSheet, field: 'procedure' | 'anesthesia_protocol' | 'emergency_protocol') =>
  sheet.draft[field]?.source_id ?? ''

test('is said to be as for the last patient only while procedure, protocols and species are', async () => {
  const { draft } = await savedSheet()
  const last = { name: 'Rex', draft }
  const otto = typed(nextPatient({ ...completeSheet(), draft }), 'name', 'Otto')
  expect(sharedWith(last, otto)).toBe('Rex')
  expect(sharedWith(null, otto)).toBeNull()
  expect(sharedWith({ ...last, name: '' }, otto)).toBeNull()
  expect(sharedWith(last, procedureChosen(otto, { content: { name: 'Castration' } }))).toBeNull()
  for (const field of ['anesthesia_protocol', 'emergency_protocol'] as const)
    expect(sharedWith(last, { ...otto, draft: { ...otto.draft, [field]: null } })).toBeNull()
  const other = speciesPressed(otto)
  expect(sharedWith(last, other)).toBeNull()
  expect(sharedWith(last, { ...otto, draft: { ...otto.draft, species: 1 } })).toBeNull()
  expect(sharedWith(last, wipeUndone(other, otto))).toBe('Rex')
})

test('keeps species, procedure and protocols; the patient, the weight with its unit and the injections are another one', async () => {
  const last = await savedSheet()
  const next = nextPatient(last)
  const { procedure, anesthesia_protocol, emergency_protocol, species, outcome } = last.draft
  expect(next.draft).toEqual({
    kind: 'sheet',
    species,
    procedure,
    anesthesia_protocol,
    emergency_protocol,
    weight_units: '-',
    outcome,
    name: '',
    patient_id: '',
    weight: '',
    injections: [],
    saved_as: null,
  })
  expect([next.saved, wouldLose(next), wouldLose(typed(next, 'name', 'Rex'))]).toEqual([null, false, true])
})

describe('a patient of the day’s list', () => {
  const listed = {
    ...emptySheetDraft({ outcome: 'N/A' }),
    species: 0 as const,
    name: 'Luna',
    day_row: newId(),
  }
  const before = { ...completeSheet(), draft: { ...completeSheet().draft, outcome: 's/n deposit' as const } }

  test('without a plan of their own gets what the one before had, and nothing else of theirs', () => {
    const { draft, baseline } = nextPatient(before, listed)
    const { procedure, anesthesia_protocol, emergency_protocol } = before.draft
    expect(draft).toEqual({
      ...listed,
      outcome: 's/n deposit',
      procedure,
      anesthesia_protocol,
      emergency_protocol,
    })
    expect(baseline).toBe(draft)
  })

  test('keeps their own plan: no emergency protocol of another patient’s comes to it', () => {
    const own = { ...listed, anesthesia_protocol: { content: { ...ANESTHESIA.content, name: 'Own' } } }
    const { draft } = nextPatient(before, own)
    expect(draft.anesthesia_protocol?.content.name).toBe('Own')
    expect(draft.emergency_protocol).toBeNull()
  })

  test('of the other species gets nothing', () => {
    const { draft } = nextPatient(before, { ...listed, species: 1 })
    expect([draft.procedure, draft.anesthesia_protocol, draft.emergency_protocol]).toEqual([null, null, null])
  })
})

describe('the library as it is at the next patient', () => {
  test('that did not change leaves the sheet as it is', async () => {
    const next = nextPatient(await savedSheet())
    const found = await renewal(next.draft)
    expect(found.changes).toEqual([])
    expect(renewed(next, found)).toBe(next)
  })

  test('an edited protocol comes in its new version, a removed one does not come, and both are named', async () => {
    const next = nextPatient(await savedSheet())
    const newer = { ...EMERGENCY.content, name: 'CPR of this year' }
    await save({
      action: 'u',
      ops: [
        {
          op: 'update',
          collection: 'emergency_protocols',
          _id: idIn(next, 'emergency_protocol'),
          base: 0,
          set: { name: newer.name },
          was: { name: EMERGENCY.content.name },
        },
        { op: 'delete', collection: 'anesthesia_protocols', _id: idIn(next, 'anesthesia_protocol'), base: 0 },
      ],
    })
    const found = await renewal(next.draft)
    const sheet = renewed(next, found)
    expect(found.changes).toEqual([
      {
        field: 'anesthesia_protocol',
        name: ANESTHESIA.content.name,
        source_id: idIn(next, 'anesthesia_protocol'),
        became: 'removed',
      },
      {
        field: 'emergency_protocol',
        name: EMERGENCY.content.name,
        source_id: idIn(next, 'emergency_protocol'),
        became: 'changed',
      },
    ])
    expect(stillToSay(found.changes, sheet)).toEqual(found.changes)
    const chosen = { ...sheet.draft, anesthesia_protocol: ANESTHESIA, emergency_protocol: null }
    expect(stillToSay(found.changes, { ...sheet, draft: chosen })).toEqual([])
    expect(sheet.draft.anesthesia_protocol).toBeNull()
    expect(sheet.draft.emergency_protocol?.content).toEqual(newer)
    expect(sheet.draft.procedure).toBe(next.draft.procedure)
    expect(wouldLose(sheet)).toBe(false)
  })

  test('what was typed and chosen while it was looked up stays; a review of the old version does not', async () => {
    const next = nextPatient(await savedSheet())
    await save({
      action: 'd',
      ops: [
        { op: 'delete', collection: 'anesthesia_protocols', _id: idIn(next, 'anesthesia_protocol'), base: 0 },
        { op: 'delete', collection: 'procedures', _id: idIn(next, 'procedure'), base: 0 },
      ],
    })
    const found = await renewal(next.draft)
    const procedure = { content: { name: 'Dental' } }
    const typing = typed({ ...next, draft: { ...next.draft, procedure } }, 'name', 'Rex')
    const sheet = renewed(opened(typing, { step: 2, choice: ANESTHESIA }), found)
    expect([sheet.draft.name, sheet.draft.procedure, sheet.draft.anesthesia_protocol, sheet.modal]).toEqual([
      'Rex',
      procedure,
      null,
      null,
    ])
  })
})
