import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { SheetContent } from 'sync-protocol/records/sheet'
import type { GuardLine } from '../../ui/guard-lines.tsx'
import { SheetView } from './sheet-view.tsx'

const sheet: SheetContent = {
  species: 0,
  procedure: { name: 'Spay', notes: 'Warm her.' },
  anesthesia_protocol: {
    name: 'Healthy adult',
    sections: [
      {
        title: 'Opioids',
        drugs: [
          { name: 'Morphine', concentration: 10, volume: 0.5, route: 'IM', controlled: true, schedule: 'II' },
          { name: 'Diluted', concentration: 1, volume: 0, volume_exact: 0.00021, route: 'SC' },
        ],
      },
    ],
    fluids: [{ name: 'LRS', volume: 49.9 }],
  },
  emergency_protocol: {
    name: 'Arrest',
    drugs: [
      { id: '1', name: 'Atropine', concentration: 0.54, volume_low: 0.37, volume_high: 0.74, route: 'IV' },
    ],
  },
  name: 'Bella',
  patient_id: 'A-12',
  weight: 22,
  weight_units: 'lb',
  outcome: 'foster',
  injections: ['Carprofen'],
  day: '2026-03-05',
}

/** The words on screen, one blank between pieces of markup. */
const words = (content: SheetContent, weight: GuardLine | null = null) =>
  renderToStaticMarkup(<SheetView sheet={content} preparer="Ann Lee" weight={weight} />)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll(/\s+/g, ' ')

describe('a saved sheet', () => {
  it('says what was pointed out about its doses, and why they were given', () => {
    const guarded = structuredClone(sheet)
    const [first, second] = guarded.anesthesia_protocol.sections[0]?.drugs ?? []
    const [atropine] = guarded.emergency_protocol?.drugs ?? []
    if (!first || !second || !atropine) throw new Error('A drug is missing.')
    first.guard = { level: 'red', kinds: ['ten-times'], reason: 'Vet’s order', by: 'Ana' }
    Object.assign(first, { dosage: 0.5, usual: 0.05 })
    second.guard = { level: 'amber', kinds: ['strength', 'syringe'] }
    atropine.guard = { level: 'red', kinds: ['over'] }
    const said = words(guarded)
    expect(said).toMatch(
      /Morphine.* x [\d.]+ mg\/kg \/ [\d.]+ mg\/ml = .* Ten times the usual 0\.05 mg\/kg\. Vet’s order \(entered by Ana\)/,
    )
    expect(said).toMatch(/Diluted.* Another strength in the library\./)
    expect(said).not.toContain('0.03 ml')
    expect(said).toMatch(/Atropine.* Above the highest dosage\. No reason entered\./)
  })

  it('says of lidocaine for a cat in an emergency that it is for dogs only', () => {
    const drugs = [
      {
        id: '1',
        name: 'Lidocaine',
        concentration: 20,
        volume_low: 0.1,
        volume_high: 0.2,
        route: 'IV' as const,
      },
    ]
    const cat = { ...sheet, species: 1 as const, emergency_protocol: { name: 'Arrest', drugs } }
    expect(words(cat)).toMatch(/Lidocaine.* Check: Antiarrhythmic for dogs only\./)
    expect(words({ ...cat, species: 0 })).not.toContain('for dogs only')
  })

  it('says first of all that its weight is unusual', () => {
    expect(words(sheet, { level: 'amber', words: 'Heavy for a dog.' })).toMatch(
      /^ Check: Heavy for a dog\. Weight /,
    )
    expect(words(sheet)).toMatch(/^ Weight /)
  })

  it('[SAVED-13] shows who, what and when', () => {
    expect(words(sheet)).toContain(
      'Weight 22 lb · 9.98 kg Species Canine Procedure Spay Date 03/05/2026 Patient ID A-12 Preparer Ann Lee Outcome foster',
    )
  })

  it('says of a weight that is a guess that it is one', () => {
    expect(words({ ...sheet, estimated: true })).toContain('Weight about 22 lb · 9.98 kg (estimated) Species')
  })

  it('[SAVED-13] leaves out an outcome that says nothing and an ID that is not there; a procedure may be plain text', () => {
    const { patient_id: _, ...anonymous } = sheet
    const shown = words({ ...anonymous, outcome: 'N/A', procedure: 'Dental', species: 2 })
    expect(shown).not.toMatch(/Outcome|N\/A|Patient ID/)
    expect(shown).toContain('Procedure Dental')
    expect(shown).toContain('Species Exotic')
  })

  it('[SAVED-14] [SAVED-15] [SAVED-16] [SAVED-17] shows every table with its units', () => {
    const shown = words(sheet)
    expect(shown).toContain('Anesthesia Protocol Healthy adult Opioids Drug Concentration Volume ml Route')
    expect(shown).toMatch(/Morphine Controlled C-II .*10 mg\/ml · IM 10 mg\/ml 0 ?\.5 ml IM/)
    expect(shown).toMatch(/Fluids Fluid Volume ml LRS 49 ?\.9 ml/)
    expect(shown).toContain('Injections Carprofen')
    expect(shown).toMatch(/Emergency Drugs Arrest .*Low ml High ml Route Atropine .*0 ?\.37 ml 0 ?\.74 ml IV/)
  })

  it('says in what each drug is measured: units are no mg', () => {
    const drug = { name: 'Vasopressin', concentration: 20, amount_unit: 'units', route: 'IV' } as const
    const shown = words({
      ...sheet,
      anesthesia_protocol: {
        name: 'Shock',
        sections: [{ title: 'Pressors', drugs: [{ ...drug, dosage: 0.8, volume: 0.4 }] }],
        fluids: [],
      },
      emergency_protocol: {
        name: 'Arrest',
        drugs: [{ ...drug, id: '1', volume_low: 0.2, volume_high: 0.4 }],
      },
    })
    expect(shown).toMatch(/Vasopressin .*20 units\/ml · IV 20 units\/ml 0 ?\.4 ml IV/)
    expect(shown).toMatch(/Arrest .*20 units\/ml · IV Vasopressor 20 units\/ml 0 ?\.2 ml 0 ?\.4 ml IV/)
    expect(shown).not.toContain('mg/')
  })

  it('[Q-03] says which of two volumes is not the exact one', () => {
    const drug = { id: '1', name: 'Naloxone', concentration: 10, route: 'IV' } as const
    const volumes = { volume_low: 0, volume_low_exact: 0.0031, volume_high: 0.01, volume_high_exact: 0.0062 }
    const shown = words({
      ...sheet,
      emergency_protocol: { name: 'Arrest', drugs: [{ ...drug, ...volumes }] },
    })
    expect(shown).toContain('Low: exactly 0.0031 ml: too small to measure, dilute')
    expect(shown).toContain('High: exactly 0.0062 ml: rounding changes this by more than 10 %')
  })

  it('[Q-03] never shows 0 for a drug that is given', () => {
    expect(words(sheet)).toMatch(/Diluted .*exactly 0\.00021 ml: too small to measure, dilute .*<0 ?\.01 ml/)
  })
})
