import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SheetDraft } from 'sync-protocol/records/draft'
import type { WeightUnit } from 'sync-protocol/records/weight-unit'
import { checkOf } from 'sync-protocol/rules/double-check'
import { checkSheetDraft, checkWeight } from 'sync-protocol/rules/sheet'
import { doseRows, NO_LIBRARY } from 'sync-protocol/rules/sheet-guard'
import { sampleSheet } from '../../exports/testing/sheet-sample.ts'
import { questionOf } from './kept-question.ts'
import { MODAL_STEP } from './modal-steps.ts'
import { nextPatient } from './next-patient.ts'
import {
  askedAgain,
  closed,
  doubleChecked,
  emergencyListed,
  emergencyReviewed,
  emergencyWanted,
  estimatedPressed,
  exportPressed,
  exportWindowClosed,
  exportWindowOpened,
  goesOn,
  goneOn,
  injectionAppended,
  injectionRemoved,
  injectionsReset,
  isSaved,
  keepable,
  opened,
  outcomePressed,
  pickerPressed,
  pressed,
  procedureChosen,
  reasonGiven,
  restoreSheet,
  reviewConfirmed,
  reviewRemoved,
  saveAsked,
  savePressed,
  sheetReset,
  sheetSaved,
  speciesPressed,
  startSheet,
  timed,
  toSave,
  typed,
  unitChosen,
  patientTyped,
  usesControlled,
  wasWiped,
  weightTyped,
  wentWithoutEmergency,
  wipeUndone,
  wouldLose,
  type OpenSheet,
} from './open-sheet.ts'
import { ANESTHESIA, completeSheet, EMERGENCY, PROCEDURE } from './testing/sheet-samples.ts'

const FRESH = startSheet({ outcome: 'N/A', weight_units: '-' })
const kg = (sheet: OpenSheet) => unitChosen(sheet, 'kg')
const DAY = '2026-11-20'
const AT = '2026-11-20T10:00:00.000Z'
const MAKING = { day: DAY, at: AT, lookup: NO_LIBRARY }
const SHEET_ID = '0193aaaa-0000-7000-8000-0000000000b1'
const save = (sheet: OpenSheet) => sheetSaved(sheet, sheet.draft, SHEET_ID, AT)

describe('a check by a second person', () => {
  const second = { by: '0193aaaa-0000-7000-8000-0000000000c1', name: 'Ben', at: AT }
  const sheet = completeSheet()
  const { weight, weight_units } = sheet.draft
  const units = weight_units === '-' ? 'kg' : weight_units
  const checked = doubleChecked(sheet, { ...second, read: { weight, units } }, null)

  test('counts where they typed the same weight, and changes nothing else', () => {
    expect(checkOf(checked.draft)).toMatchObject({ ...second, weight, weight_units })
    expect({ ...checked.draft, check: undefined }).toEqual({ ...sheet.draft, check: undefined })
    expect(wouldLose(checked)).toBe(true)
  })

  test('does not count for another weight', () => {
    const read = { weight: `${weight}1`, units }
    expect(doubleChecked(sheet, { ...second, read }, null)).toBe(sheet)
    // Typed once more for the sheet, it is its weight from then on.
    const again = doubleChecked(sheet, { ...second, read }, read)
    expect(again.draft.weight).toBe(`${weight}1`)
    expect(checkOf(again.draft)?.name).toBe('Ben')
    const unit = { weight, units: units === 'kg' ? 'lb' : 'kg' } as const
    const other = doubleChecked(sheet, { ...second, read: unit }, unit)
    expect([other.draft.weight_units, checkOf(other.draft)?.name]).toEqual([unit.units, 'Ben'])
  })

  test('goes with another weight, unit or protocol, and is not back after it', () => {
    const heavier = typed(checked, 'weight', `${weight}1`)
    expect(heavier.draft.check).toBeUndefined()
    expect(typed(heavier, 'weight', weight).draft.check).toBeUndefined()
    expect(unitChosen(checked, units === 'kg' ? 'lb' : 'kg').draft.check).toBeUndefined()
    const review = { step: MODAL_STEP.anesthesiaReview, choice: ANESTHESIA } as const
    expect(reviewRemoved(opened(checked, review)).draft.check).toBeUndefined()
    expect(outcomePressed(typed(checked, 'name', 'Max')).draft.check).toBe(checked.draft.check)
    expect(sheetReset(checked).draft.check).toBeUndefined()
    expect(nextPatient(checked).draft.check).toBeUndefined()
  })

  test('is on the sheet that is made; that it was asked for, too', () => {
    const made = (open: OpenSheet, doubleCheck?: 'always') => {
      const { modal } = exportWindowOpened(open, { ...MAKING, doubleCheck })
      return modal?.step === 6 ? modal.sheet : null
    }
    expect(made(checked, 'always')).toMatchObject({ check: { name: 'Ben' }, check_asked: true })
    expect(made(sheet, 'always')).toMatchObject({ check_asked: true })
    expect(made(sheet, 'always')).not.toHaveProperty('check')
    expect(made(sheet)).not.toHaveProperty('check_asked')
  })
})

describe('a red dose without a reason', () => {
  const tenfold = (dosage = 5): OpenSheet => {
    const sheet = completeSheet()
    const { draft } = sheet
    const protocol = structuredClone(ANESTHESIA)
    for (const { drugs } of protocol.content.sections)
      for (const drug of drugs) Object.assign(drug, { dosage, usual: 0.5 })
    return { ...sheet, draft: { ...draft, anesthesia_protocol: protocol } }
  }
  const asked = (sheet: OpenSheet) => sheet.modal?.step === 8 && sheet.modal.ask === 'doses'

  test('is asked about by EXPORT and by SAVE, and once; another one is asked about again', () => {
    for (const press of [exportPressed, savePressed]) {
      const question = press(tenfold(), MAKING)
      expect(asked(question)).toBe(true)
      expect(asked(press(closed(question), MAKING))).toBe(true)
      const on = goneOn(question, MAKING)
      expect(asked(on)).toBe(false)
      expect(on.modal).not.toBeNull()
      expect(asked(press(closed(on), MAKING))).toBe(false)
      const other = { ...closed(on), draft: tenfold(50).draft }
      expect(asked(press(other, MAKING))).toBe(true)
    }
  })

  test('that came while the emergency protocol was asked about is asked about by NO', () => {
    const { draft } = tenfold(0.5)
    const plain: OpenSheet = { ...tenfold(0.5), draft: { ...draft, emergency_protocol: null } }
    const emergency = exportPressed(plain, MAKING)
    expect(emergency.modal).toEqual({ step: 8, ask: 'emergency', goingOn: 'export' })
    const came = { ...emergency, draft: { ...tenfold().draft, emergency_protocol: null } }
    expect(asked(wentWithoutEmergency(came, MAKING))).toBe(true)
    expect(wentWithoutEmergency(emergency, MAKING).modal?.step).toBe(6)
    const emptied = { ...emergency, draft: { ...emergency.draft, weight: '' } }
    expect(wentWithoutEmergency(emptied, MAKING)).toMatchObject({ error: { field: 'weight' }, modal: null })
  })

  test('is not asked about once it has its reason', () => {
    const sheet = tenfold()
    const explained = doseRows(sheet.draft, NO_LIBRARY).reduce(
      (now, row) => reasonGiven(now, row, 'Vet’s order', 'Ana'),
      sheet,
    )
    expect(asked(exportPressed(explained, MAKING))).toBe(false)
    expect(isSaved(save(explained))).toBe(true)
    expect(wouldLose(explained)).toBe(true)
  })
})

describe('species', () => {
  test('cycles none, canine, feline, canine', () => {
    const seen = [FRESH]
    for (let press = 0; press < 3; press++) seen.push(speciesPressed(seen.at(-1) ?? FRESH))
    expect(seen.map(({ draft }) => draft.species)).toEqual([-1, 0, 1, 0])
  })

  test('a press wipes seven fields and the unit, keeps the outcome, and UNDO brings all back', () => {
    const before = outcomePressed(completeSheet())
    const after = speciesPressed(before)
    expect(after.draft).toEqual({ ...FRESH.draft, species: 1, outcome: before.draft.outcome })
    expect(wasWiped(before.draft, after.draft)).toBe(true)
    expect(wipeUndone(after, before).draft).toEqual(before.draft)
  })

  test('[Q-65] UNDO of the first press brings back what was typed, and keeps the species', () => {
    const before = typed(FRESH, 'name', 'Bella')
    const undone = wipeUndone(speciesPressed(before), before)
    expect(undone.draft).toEqual({ ...before.draft, species: 0 })
  })

  test('the first press takes nothing away', () => {
    const before = kg(FRESH)
    expect(wasWiped(before.draft, speciesPressed(before).draft)).toBe(false)
  })

  test('a wiped sheet is another patient, not the one that was saved', () => {
    const after = speciesPressed(save(completeSheet()))
    expect(after.saved).toBeNull()
    expect(after.draft.saved_as).toBeNull()
  })
})

describe('unit and outcome', () => {
  test('are as pressed, and remembered', () => {
    const sheet = outcomePressed(unitChosen(kg(FRESH), 'lb'))
    expect(sheet.draft).toMatchObject({ weight_units: 'lb', outcome: 'adoption' })
    expect(sheet.remembered).toEqual({ weight_units: 'lb', outcome: 'adoption' })
  })

  test('alone lose nothing on leaving', () => {
    expect(wouldLose(outcomePressed(kg(FRESH)))).toBe(false)
  })

  test('22 of the next dog, after a cat in kg, is neither kg nor lb until one is pressed', () => {
    const { remembered } = kg(FRESH)
    const start = () => startSheet(remembered)
    const first = unitChosen(completeSheet(), 'kg')
    const starts: [string, OpenSheet][] = [
      ['a new sheet', start()],
      ['RESET SHEET', sheetReset(save(first))],
      ['NEXT PATIENT', nextPatient(save(first))],
      ['another species', speciesPressed(first)],
    ]
    for (const [name, sheet] of starts) {
      const weighed = typed(sheet, 'weight', '22')
      expect([name, weighed.draft.weight_units, checkWeight(weighed.draft)?.field]).toEqual([
        name,
        '-',
        'weight_units',
      ])
      expect(weighed.remembered.weight_units).toBe('kg')
      expect(checkWeight(unitChosen(weighed, 'lb').draft)).toBeNull()
    }
  })

  test('an open sheet that comes back keeps the unit that was pressed for it', () => {
    expect(restoreSheet(FRESH.remembered, completeSheet().draft).draft.weight_units).toBe('lb')
  })
})

describe('pickers', () => {
  const LISTS = [0, 1, 3, 5] as const

  test.each(LISTS)('step %i needs a species first', (step) => {
    expect(pickerPressed(FRESH, step).modal).toEqual({ step: MODAL_STEP.speciesNotSelected })
    expect(pickerPressed(speciesPressed(FRESH), step).modal).toEqual({ step })
  })

  test('a chosen protocol opens in its review, for editing', () => {
    const sheet = completeSheet()
    expect(pickerPressed(sheet, 1).modal).toEqual({ step: 2, choice: ANESTHESIA })
    expect(pickerPressed(sheet, 3).modal).toEqual({ step: 4, choice: EMERGENCY })
    expect(pickerPressed(sheet, 0).modal).toEqual({ step: 0 })
  })

  test('SAVE CHANGES confirms the protocol that was chosen anew, closing keeps the old one', () => {
    const other = { ...ANESTHESIA, content: { ...ANESTHESIA.content, name: 'Another' } }
    const reviewing = opened(completeSheet(), { step: 2, choice: other })
    expect(reviewConfirmed(reviewing)).toMatchObject({ modal: null, draft: { anesthesia_protocol: other } })
    expect(closed(reviewing).draft.anesthesia_protocol).toEqual(ANESTHESIA)
  })

  test('REMOVE clears the one protocol of its review', () => {
    const anesthesia = reviewRemoved(opened(completeSheet(), { step: 2, choice: ANESTHESIA })).draft
    expect([anesthesia.anesthesia_protocol, anesthesia.emergency_protocol]).toEqual([null, EMERGENCY])
    const emergency = reviewRemoved(opened(completeSheet(), { step: 4, choice: EMERGENCY })).draft
    expect([emergency.anesthesia_protocol, emergency.emergency_protocol]).toEqual([ANESTHESIA, null])
  })

  test('a procedure is confirmed directly', () => {
    const picking = opened(speciesPressed(FRESH), { step: 0 })
    expect(procedureChosen(picking, PROCEDURE)).toMatchObject({
      modal: null,
      draft: { procedure: PROCEDURE },
    })
  })
})

describe('injections', () => {
  test('are appended up to ten, the same one twice too', () => {
    let sheet = opened(speciesPressed(FRESH), { step: 5 })
    for (let press = 0; press < 12; press++)
      sheet = injectionAppended(sheet, press < 2 ? 'Rabies' : `No ${press}`)
    expect(sheet.draft.injections).toHaveLength(10)
    expect(sheet.draft.injections.slice(0, 3)).toEqual(['Rabies', 'Rabies', 'No 2'])
    expect(sheet.modal).toEqual({ step: 5 })
    expect(pickerPressed(closed(sheet), 5).modal).toBeNull()
  })

  test('RESET removes them all and nothing else; one can be taken away', () => {
    const sheet = injectionAppended(injectionAppended(completeSheet(), 'Rabies'), 'DHPP')
    expect(injectionRemoved(sheet, 0).draft.injections).toEqual(['DHPP'])
    expect(injectionsReset(sheet).draft).toEqual({ ...sheet.draft, injections: [] })
  })
})

describe('EXPORT', () => {
  test('says one thing at a time, in order, and any input clears it', () => {
    const fields: string[] = []
    let sheet = exportPressed(FRESH, MAKING)
    const repair: ((sheet: OpenSheet) => OpenSheet)[] = [
      speciesPressed,
      (now) => procedureChosen(now, PROCEDURE),
      (now) => reviewConfirmed(opened(now, { step: 2, choice: ANESTHESIA })),
      (now) => typed(now, 'name', 'Bella'),
      (now) => typed(now, 'weight', '22'),
      kg,
    ]
    for (const step of repair) {
      expect(sheet.modal).toBeNull()
      fields.push(sheet.error?.field ?? '')
      const repaired = step(sheet)
      expect(repaired.error).toBeNull()
      sheet = exportPressed(repaired, MAKING)
    }
    expect(fields).toEqual(['species', 'procedure', 'anesthesia_protocol', 'name', 'weight', 'weight_units'])
    expect(sheet.modal).toEqual({ step: MODAL_STEP.withoutSpecies, ask: 'emergency', goingOn: 'export' })
  })

  test('with an emergency protocol opens the export window without a question', () => {
    expect(exportPressed(completeSheet(), MAKING).modal).toMatchObject({
      step: 6,
      at: AT,
      sheet: { day: DAY },
    })
  })

  test('NO to an emergency protocol goes on; closing the window asks whether to save that same sheet', () => {
    const window = exportWindowOpened(
      { ...completeSheet(), modal: { step: 8, ask: 'emergency', goingOn: 'export' } },
      MAKING,
    )
    const asking = exportWindowClosed(window)
    if (window.modal?.step !== 6) throw new Error('the export window is not open')
    expect(asking.modal).toEqual({ step: 8, ask: 'save', sheet: window.modal.sheet })
    expect(usesControlled(window.modal.sheet)).toBe(true)
    expect(exportWindowClosed({ ...save(window), modal: window.modal }).modal).toBeNull()
    const changed = typed(save(window), 'name', 'Bello')
    expect(exportWindowClosed({ ...changed, modal: window.modal }).modal).toMatchObject({ ask: 'save' })
  })

  test('SAVE asks about an emergency protocol too; NO and an added protocol go on to saving', () => {
    const { draft } = completeSheet()
    const plain: OpenSheet = { ...completeSheet(), draft: { ...draft, emergency_protocol: null } }
    const asking = savePressed(plain, MAKING)
    expect(asking.modal).toEqual({ step: 8, ask: 'emergency', goingOn: 'save' })
    expect(toSave(wentWithoutEmergency(asking, MAKING))).toMatchObject({ ask: 'save', sheet: { day: DAY } })
    const reviewed = emergencyReviewed(emergencyWanted(asking), EMERGENCY)
    expect([goesOn(reviewed), goesOn(emergencyListed(reviewed)), goesOn(closed(reviewed))]).toEqual([
      'save',
      'save',
      null,
    ])
    const added = pressed(reviewConfirmed(reviewed), MAKING, goesOn(reviewed) ?? 'export')
    expect(toSave(added)?.sheet.emergency_protocol?.name).toBe(EMERGENCY.content.name)
  })

  test('a question that was open comes back about the sheet as it is by now, and not where it would be none', () => {
    const { draft } = completeSheet()
    const plain: OpenSheet = { ...completeSheet(), draft: { ...draft, emergency_protocol: null } }
    for (const goingOn of ['export', 'save'] as const) {
      const kept = questionOf(pressed(plain, MAKING, goingOn))
      expect(kept).toBe(`emergency/${goingOn}`)
      expect(kept && askedAgain(plain, MAKING, kept).modal).toEqual({ step: 8, ask: 'emergency', goingOn })
      expect(kept && askedAgain(completeSheet(), MAKING, kept).modal).toBeNull()
    }
    const asking = saveAsked(completeSheet(), MAKING)
    expect(questionOf(asking)).toBe('save')
    expect(questionOf({ modal: { step: 8, ask: 'save', sheet: sampleSheet, unasked: true } })).toBeNull()
    const now = typed(completeSheet(), 'weight', '24')
    expect(toSave(askedAgain(now, MAKING, 'save'))?.sheet.weight).toBe(24)
    expect(askedAgain(typed(now, 'weight', ''), MAKING, 'save').modal).toBeNull()
    expect(askedAgain(opened(now, { step: 0 }), MAKING, 'save').modal).toEqual({ step: 0 })
  })
})

describe('leaving', () => {
  test('loses nothing at the start, and everything typed later', () => {
    expect(wouldLose(FRESH)).toBe(false)
    expect(wouldLose(speciesPressed(FRESH))).toBe(true)
    expect(wouldLose(typed(FRESH, 'name', 'B'))).toBe(true)
    expect(wouldLose(typed(typed(FRESH, 'name', 'B'), 'name', ''))).toBe(false)
  })

  test('a restored sheet would be lost', () => {
    expect(wouldLose(restoreSheet(FRESH.remembered, completeSheet().draft))).toBe(true)
  })

  test('after a save loses nothing until something changes, and again after it is changed back', () => {
    const saved = save(completeSheet())
    expect([wouldLose(saved), isSaved(saved), keepable(saved)]).toEqual([false, true, null])
    const changed = typed(saved, 'name', 'Bello')
    expect([wouldLose(changed), isSaved(changed), keepable(changed)]).toEqual([true, false, changed.draft])
    expect(wouldLose(typed(changed, 'name', saved.draft.name))).toBe(false)
  })

  test('what was typed while the save was written is not taken for saved', () => {
    const asked = completeSheet()
    const meanwhile = typed(asked, 'name', 'Bello')
    expect(wouldLose(sheetSaved(meanwhile, asked.draft, SHEET_ID, AT))).toBe(true)
  })
})

describe('RESET SHEET and NEXT PATIENT', () => {
  test('keep species, protocols and outcome only', () => {
    const sheet = injectionAppended(typed(completeSheet(), 'patient_id', '7'), 'Rabies')
    const { species, anesthesia_protocol, emergency_protocol, outcome } = sheet.draft
    expect(sheetReset(sheet).draft).toEqual({
      ...FRESH.draft,
      species,
      anesthesia_protocol,
      emergency_protocol,
      outcome,
    })
  })

  test('after a save it is the next patient: not saved, nothing to lose yet, kept in the local database', () => {
    const next = sheetReset(save(completeSheet()))
    expect([next.saved, next.draft.saved_as, wouldLose(next)]).toEqual([null, null, false])
    expect(keepable(next)).toEqual(next.draft)
    expect(wouldLose(typed(next, 'name', 'Rex'))).toBe(true)
  })

  test('without a save the choices that remain still count as unsaved', () => {
    expect(wouldLose(sheetReset(completeSheet()))).toBe(true)
  })
})

test('no input leaves a message standing, and no sequence of inputs holds more than ten injections', () => {
  const inputs: ((sheet: OpenSheet) => OpenSheet)[] = [
    speciesPressed,
    kg,
    outcomePressed,
    sheetReset,
    injectionsReset,
    (sheet) => injectionAppended(sheet, 'Rabies'),
    (sheet) => typed(sheet, 'weight', '5'),
    (sheet) => procedureChosen(sheet, PROCEDURE),
    (sheet) => reviewConfirmed(opened(sheet, { step: 2, choice: ANESTHESIA })),
  ]
  fc.assert(
    fc.property(fc.array(fc.nat(inputs.length - 1), { maxLength: 40 }), (presses) => {
      let sheet = FRESH
      for (const press of presses) {
        const wrong = exportPressed(sheet, MAKING)
        expect(wrong.error).toEqual(checkSheetDraft(sheet.draft))
        sheet = inputs[press]?.(wrong) ?? sheet
        expect(sheet === wrong || sheet.error === null).toBe(true)
        expect(sheet.draft.injections.length).toBeLessThanOrEqual(10)
      }
    }),
  )
})

describe('where the clinic weighs in one unit', () => {
  const begun = () => startSheet({ outcome: 'N/A', weight_units: 'kg' })

  test('a weight is in that unit from its first digit on', () => {
    expect(weightTyped(begun(), '', 'lb').draft.weight_units).toBe('-')
    const weighed = weightTyped(begun(), '2', 'lb')
    expect(weighed.draft).toMatchObject({ weight: '2', weight_units: 'lb' })
    // What a person pressed last is not what the clinic decided.
    expect(weighed.remembered.weight_units).toBe('kg')
    expect(sheetReset(weighed).draft.weight_units).toBe('-')
  })

  test('a unit that was pressed stays, and without such a clinic none is chosen', () => {
    const chosen = unitChosen(begun(), 'kg')
    expect(weightTyped(chosen, '22', 'lb').draft).toMatchObject({ weight: '22', weight_units: 'kg' })
    expect(weightTyped(begun(), '22', undefined).draft.weight_units).toBe('-')
  })
})

describe('another patient who is typed over a saved sheet, or over one of the list of the day', () => {
  const open = (change: Partial<SheetDraft> = {}): OpenSheet => {
    const sheet = completeSheet()
    return { ...sheet, draft: { ...sheet.draft, weight: '10', weight_units: 'kg', ...change } }
  }
  const saved = save(open())
  const listed = { ...saved.draft, saved_as: null, day_row: 'row' }
  const begun = { ...saved, saved: null, draft: listed, baseline: listed }
  const named = (sheet: OpenSheet, name: string, fixed?: WeightUnit) =>
    patientTyped(sheet, 'name', name, fixed)
  const weighed = (sheet: OpenSheet, weight: string, fixed?: WeightUnit) => weightTyped(sheet, weight, fixed)
  const unit = ({ draft }: OpenSheet) => draft.weight_units

  const { species, name, patient_id, weight, weight_units } = saved.draft
  const of = { species, name, patient_id, weight, weight_units }
  const back = restoreSheet(saved.remembered, saved.draft, null, undefined, of)

  test.each([
    ['saved', saved],
    ['listed', begun],
    ['saved, and back after a reload', back],
    [
      'saved, typed over, and back after a reload',
      restoreSheet(saved.remembered, named(saved, 'Ma').draft, null, undefined, of),
    ],
  ])('%s: the weight is in no unit until one is pressed, whichever is typed first', (_, sheet) => {
    expect(unit(weighed(named(sheet, 'Max'), '22'))).toBe('-')
    expect(unit(named(weighed(sheet, '22'), 'Max'))).toBe('-')
    expect(unit(weighed(weighed(named(sheet, 'Max'), ''), '22'))).toBe('-')
    // The same number, in the field of another animal.
    expect(unit(named(weighed(weighed(sheet, ''), '10'), 'Max'))).toBe('-')
    // What was pressed stays, while the rest of the name and of the number is typed.
    const inKg = unitChosen(weighed(named(sheet, 'M'), '2'), 'kg')
    expect(unit(weighed(named(inKg, 'Max'), '22'))).toBe('kg')
    expect(unit(weighed(named(unitChosen(sheet, 'lb'), 'Max'), '22'))).toBe('lb')
    expect(unit(weighed(named(sheet, 'Max', 'kg'), '22', 'kg'))).toBe('kg')
  })

  test('is not the same one with a corrected name, ID or weight, nor a sheet of which nothing is known', () => {
    expect(unit(named(saved, 'Max'))).toBe('kg')
    expect(unit(weighed(saved, '22'))).toBe('kg')
    expect(unit(weighed(named(saved, 'bella '), '22'))).toBe('kg')
    const identified = save(open({ patient_id: 'A-1' }))
    expect(unit(weighed(named(identified, 'Bela'), '22'))).toBe('kg')
    expect(unit(weighed(named(open(), 'Max'), '22'))).toBe('kg')
    // What was typed before the save was of the patient who was saved.
    expect(unit(named(save(weighed(weighed(open(), ''), '10')), 'Max'))).toBe('kg')
  })
})

describe('a number that is typed over an estimate of the list of the day', () => {
  const pasted = (more: Partial<SheetDraft> = {}) => {
    const { draft } = completeSheet()
    const filled = {
      ...draft,
      weight: '10',
      weight_units: 'kg',
      estimated: true,
      day_row: 'row',
      ...more,
    } as const
    const sheet = startSheet({ outcome: 'N/A', weight_units: 'kg' })
    return { ...sheet, draft: filled, baseline: filled }
  }
  const unitAfter = (sheet: OpenSheet, fixed?: WeightUnit) =>
    weightTyped(sheet, '22', fixed).draft.weight_units

  test('is in no unit until one is pressed for it: the scale may show the other one than the list', () => {
    expect(unitAfter(pasted())).toBe('-')
    // Each further digit, and what was pressed, stays.
    const inKg = unitChosen(weightTyped(pasted(), '2', undefined), 'kg')
    expect(unitAfter(inKg)).toBe('kg')
    expect(unitAfter(unitChosen(pasted(), 'lb'))).toBe('lb')
    // A reload tells nobody who pressed the unit.
    expect(unitAfter(restoreSheet(FRESH.remembered, pasted().draft))).toBe('-')
    // That it is no guess is said of the list's number, not of the next one.
    expect(unitAfter(estimatedPressed(pasted()))).toBe('-')
    expect(weightTyped(pasted(), '22', undefined).draft).not.toHaveProperty('estimated')
  })

  test('is in the one unit in which the clinic weighs', () => {
    expect(unitAfter(pasted(), 'lb')).toBe('lb')
  })

  test('a weight that was weighed, or that no list gave, is corrected in its unit', () => {
    const { estimated: _, ...weighed } = pasted().draft
    expect(unitAfter({ ...pasted(), draft: weighed, baseline: weighed })).toBe('kg')
    const { day_row: __, ...alone } = pasted().draft
    expect(unitAfter({ ...pasted(), draft: alone, baseline: alone })).toBe('kg')
  })
})

describe('a weight that is a guess', () => {
  test('is said by one press, unsaid by the next, and differs from what was saved', () => {
    const saved = save(completeSheet())
    const guessed = estimatedPressed(saved)
    expect([guessed.draft.estimated, isSaved(guessed)]).toEqual([true, false])
    const back = estimatedPressed(guessed)
    expect([back.draft, isSaved(back)]).toEqual([saved.draft, true])
  })

  test('is one no more for the next patient, and alone is nothing that a wipe takes away', () => {
    const guessed = estimatedPressed(completeSheet())
    for (const next of [sheetReset, speciesPressed, nextPatient])
      expect(next(guessed).draft).not.toHaveProperty('estimated')
    const bare = estimatedPressed(FRESH)
    expect(wasWiped(bare.draft, speciesPressed(bare).draft)).toBe(false)
    expect(wasWiped(guessed.draft, speciesPressed(guessed).draft)).toBe(true)
  })

  test('keeps the check of the second person, which is of the number', () => {
    const second = { by: '0193aaaa-0000-7000-8000-0000000000c1', name: 'Ben', at: AT }
    const checked = doubleChecked(completeSheet(), { ...second, read: { weight: '22', units: 'lb' } }, null)
    expect(checked.draft.check).toBeDefined()
    expect(estimatedPressed(checked).draft.check).toEqual(checked.draft.check)
  })
})

test('a weight that was typed there and back is saved still, whenever it was typed', () => {
  const saved = save(timed(FRESH, completeSheet(), AT))
  const there = timed(saved, typed(saved, 'weight', '23'), '2026-11-26T10:51:00.000Z')
  const back = timed(there, typed(there, 'weight', '22'), '2026-11-26T10:52:00.000Z')
  expect([there.draft.weighed_at, isSaved(there)]).toEqual(['2026-11-26T10:51:00.000Z', false])
  expect([back.draft.weighed_at, isSaved(back)]).toEqual(['2026-11-26T10:52:00.000Z', true])
})
