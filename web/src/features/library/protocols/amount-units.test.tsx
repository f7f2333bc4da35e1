import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { DrugContent } from 'sync-protocol/records/drug'
import { EMERGENCY_SECTION } from 'sync-protocol/records/fields'
import { vasopressin } from 'sync-protocol/testing/examples'
import { cardFacts } from '../../../data/lists/card-facts.ts'
import type { ListEntry } from '../../../data/lists/list-search.ts'
import { drugKind } from '../drugs/drug-kind.tsx'
import { GuardLines } from '../../../ui/guard-lines.tsx'
import { guardLines, noteAt } from '../drugs/drug-notes.tsx'
import { drugFormGuard } from 'sync-protocol/rules/drug-form-guard'
import { drugFormNotes } from 'sync-protocol/rules/drug-form-notes'
import { lookupIn } from 'sync-protocol/rules/library-lookup'
import { formOfDrug } from 'sync-protocol/rules/drug-form'
import { DrugRow } from './drug-row.tsx'
import { factsOf } from './picked-facts.ts'
import { shownAnesthesia } from './refused-protocol.ts'
import { DRUG_LAYOUT, EMERGENCY_LAYOUT } from './row-layout.ts'

const words = (node: React.ReactNode) =>
  renderToStaticMarkup(node)
    .replaceAll(/<input[^>]*value="([^"]*)"[^>]*>/g, '$1 ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')

const entryOf = (content: ReturnType<typeof vasopressin>) =>
  ({
    _id: 'd',
    name: 'Vasopressin',
    species: [0, 1],
    section_key: content['section_key'],
    card: cardFacts('drugs', content),
  }) as unknown as ListEntry
const ordinary = entryOf(vasopressin())
const emergency = entryOf(
  vasopressin({ section_key: EMERGENCY_SECTION, dosage_from: [0.4, 0.8], dosage_to: [0.8, 0.8] }),
)

it('a drug’s card and its row in a picker say in what it is measured', () => {
  const lines = (entry: ListEntry, species: 0 | 1) => words(drugKind.lines(entry, species))
  expect(lines(ordinary, 0)).toContain('20 units/ml 0.8 units/kg')
  expect(lines(emergency, 0)).toContain('20 units/ml 0.4 to 0.8 units/kg')
  expect(lines(emergency, 1)).toContain('20 units/ml 0.8 units/kg')
  expect(factsOf(ordinary, 0)).toEqual(['20 units/ml · 0.8 units/kg · IV'])
  expect(factsOf(emergency, 0)).toEqual(['20 units/ml · 0.4 to 0.8 units/kg · IV'])
  expect(factsOf(entryOf(vasopressin({ amount_unit: 'mg' })), 0)).toEqual(['20 mg/ml · 0.8 mg/kg · IV'])
})

it('so do the notes of its form', () => {
  const form = { ...formOfDrug(vasopressin() as unknown as DrugContent), concentration: '20.0004' }
  const said = (dosage: string) => {
    const typed = { ...form, dosage: [dosage, '1'] as [string, string] }
    const notes = drugFormNotes(typed)
    const lines = guardLines(drugFormGuard(typed, 0, null), typed)
    return words([
      noteAt(notes, 'concentration', typed),
      noteAt(notes, 'dosage.0', typed),
      <GuardLines key="guard" findings={lines} />,
    ])
  }
  expect(said('0.80004')).toContain('Will be saved as 20 units/ml.')
  expect(said('0.80004')).toContain('Will be saved as 0.8 units/kg.')
  expect(said('1')).toContain('1.25 times the highest, 0.8 units/kg.')
  expect(said('0.3')).toContain('75 % of the lowest, 0.4 units/kg.')
})

it('a protocol’s row says it for the copy, and of the library’s drug what that one is measured in', () => {
  const library = vasopressin() as unknown as DrugContent
  const row = (unit: { amount_unit?: 'units' }, emergencyRow = false, readOnly = false) =>
    words(
      <DrugRow
        drug={{
          row: 1,
          name: 'Vasopressin',
          concentration: '20',
          dosage: '0.8',
          dosage_from: '0.4',
          dosage_to: '0.8',
          ...unit,
          route: 'IV',
          form: 'INJECTION',
          controlled: false,
        }}
        layout={emergencyRow ? EMERGENCY_LAYOUT : DRUG_LAYOUT}
        at="sections.0.drugs.0"
        fault={null}
        library={
          emergencyRow
            ? {
                ...library,
                section_key: EMERGENCY_SECTION,
                dosage: [-1, -1],
                dosage_from: [0.4, 0.4],
                dosage_to: [0.8, 0.8],
              }
            : library
        }
        lookup={lookupIn([], 0)}
        species={0}
        readOnly={readOnly}
        onChange={() => undefined}
        onRemove={() => undefined}
      />,
    )
  const inUnits = { amount_unit: 'units' } as const
  expect(row(inUnits)).toMatch(/Concentration 20 units\/ml .*Dosage 0\.8 units\/kg/)
  expect(row(inUnits, false, true)).toMatch(/Concentration 20 units\/ml .*Dosage 0\.8 units\/kg/)
  expect(row(inUnits, true)).toMatch(/Low dosage 0\.4 units\/kg .*High dosage 0\.8 units\/kg/)
  expect(row(inUnits) + row(inUnits, true)).not.toMatch(/mg\/|Differs/)
  expect(row({})).toMatch(
    /Differs from the library: 20 units\/ml, 0\.8 units\/kg\. .*Concentration 20 mg\/ml/,
  )
  expect(row({}, true)).toContain(
    'Differs from the library: 20 units/ml, low 0.4 units/kg, high 0.8 units/kg.',
  )
})

it('a refused protocol keeps it in its form', () => {
  const drug = {
    name: 'Vasopressin',
    concentration: 20,
    dosage: 0,
    dosage_from: -1,
    dosage_to: -1,
    amount_unit: 'units',
    route: 'IV',
    form: 'INJECTION',
    controlled: false,
  }
  const sections = [{ key: 1, title_s: 'Pressor', title_p: 'Pressors', drugs: [drug] }]
  expect(shownAnesthesia({ species: 0, name: 'Shock', sections }, 0)).toMatchObject({ sections })
})
