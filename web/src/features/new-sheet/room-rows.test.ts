import type { DoseRow } from 'sync-protocol/rules/sheet-guard'
import { doseRows, NO_LIBRARY } from 'sync-protocol/rules/sheet-guard'
import { describe, expect, it } from 'vitest'
import { unitChosen, typed } from './open-sheet.ts'
import { roomRows } from './room-rows.ts'
import { completeSheet } from './testing/sheet-samples.ts'

const NOTHING: readonly DoseRow[] = []
const { draft } = completeSheet()

describe('the rows that are read from across the room', () => {
  it('are those of the sheet in its order: drugs, fluids, and the emergency drugs as a part of their own', () => {
    const rows = roomRows(draft, NOTHING)
    expect(
      rows.map(({ name, route, volumes, part }) => [
        name,
        route,
        volumes.map(({ of, value }) => `${of ?? ''}${value}`).join(' '),
        part,
      ]),
    ).toEqual([
      ['Methadone', 'IM', '0.5', undefined],
      ['Maropitant', 'IM', '1', undefined],
      ["Lactated Ringer's", '', '49.9', undefined],
      ['Epinephrine', 'IV', 'Low0.1 High1', 'Emergency Drugs'],
    ])
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
  })

  it('follow the weight, have no volume without its unit, and say a volume once where low is high', () => {
    const twice = unitChosen(typed(completeSheet(), 'weight', '44'), 'lb').draft
    expect(roomRows(twice, NOTHING)[0]?.volumes[0]?.value).toBe('1')
    const without = roomRows({ ...draft, weight_units: '-' }, NOTHING)
    expect(without.flatMap(({ volumes }) => volumes.map(({ value }) => value))).toEqual(
      Array.from({ length: 4 }, () => undefined),
    )
    const emergency = draft.emergency_protocol
    if (emergency === null) throw new Error('no emergency protocol')
    const [drug] = emergency.content.drugs
    if (drug === undefined) throw new Error('no drug')
    const content = { ...emergency.content, drugs: [{ ...drug, dosage_from: drug.dosage_to }] }
    const rows = roomRows({ ...draft, emergency_protocol: { ...emergency, content } }, NOTHING)
    expect(rows.at(-1)?.volumes).toEqual([{ value: '1', isFlagged: false }])
  })

  it('say in words what is doubted, and why it is given all the same', () => {
    const plan = draft.anesthesia_protocol
    if (plan === null) throw new Error('no protocol')
    const [section] = plan.content.sections
    const [methadone] = section?.drugs ?? []
    if (section === undefined || methadone === undefined) throw new Error('no drug')
    const tenfold = { ...methadone, dosage: 5, usual: 0.5, limits: { min: 0.1, max: 1 } }
    const anesthesia_protocol = {
      ...plan,
      content: { ...plan.content, sections: [{ ...section, drugs: [tenfold] }] },
    }
    const judged = doseRows({ ...draft, anesthesia_protocol }, NO_LIBRARY)
    const [row] = roomRows({ ...draft, anesthesia_protocol }, judged)
    expect(row?.findings).toEqual([
      { level: 'red', words: expect.stringContaining('Ten times the usual 0.5 mg/kg.') as string },
    ])
    const [first] = judged
    if (first === undefined) throw new Error('not judged')
    const explained = [
      { ...first, explained: { reason: 'To effect', by: 'Ana' } as DoseRow['explained'] & object },
    ]
    const [said] = roomRows({ ...draft, anesthesia_protocol }, explained)
    expect(said?.findings[0]?.words).toMatch(/To effect \(entered by Ana\)$/)
  })
})
