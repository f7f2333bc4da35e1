import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { EmergencyDrug } from 'sync-protocol/records/emergency-protocol'
import { doseRows, NO_LIBRARY } from 'sync-protocol/rules/sheet-guard'
import { EmergencyNowRow } from './emergency-table.tsx'

const atropine: EmergencyDrug = {
  name: 'Atropine',
  concentration: 1,
  dosage: -1,
  dosage_from: 0.01,
  dosage_to: 0.02,
  limits: { min: 0.01, max: 0.02 },
  route: 'IV',
  form: 'INJECTION',
  controlled: false,
}

function shown(drug: EmergencyDrug, species: 0 | 1 = 0): { words: string; label: string } {
  const weight = { weight: '12.4', units: 'kg' as const }
  const emergency_protocol = { content: { species, name: 'CPR', drugs: [drug] } }
  const [row] = doseRows({ species, weight: '12.4', weight_units: 'kg', emergency_protocol }, NO_LIBRARY)
  const markup = renderToStaticMarkup(
    <table>
      <tbody>
        <EmergencyNowRow drug={drug} row={row} {...weight} />
      </tbody>
    </table>,
  )
  return {
    words: markup.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' '),
    label: /aria-label="([^"]*)"/.exec(markup)?.[1] ?? '',
  }
}

it('a row begins with its volumes, and is read out as a range', () => {
  const { words, label } = shown(atropine)
  expect(words).toMatch(/^ 0\.12– 0 \.25 ml Atropine IV 0\.01 to 0\.02 mg\/kg · 1 mg\/ml $/)
  expect(label).toBe('Atropine, 0.12–0.25 ml. Show the arithmetic.')
})

it('has one value where low equals high', () => {
  const { words, label } = shown({ ...atropine, dosage_to: 0.01 })
  expect(words).toMatch(/^ 0 \.12 ml Atropine IV 0\.01 mg\/kg/)
  expect(label).toBe('Atropine, 0.12 ml. Show the arithmetic.')
})

it('says below a row what the guards find, and offers no reason there', () => {
  const { words } = shown({ ...atropine, dosage_to: 0.2 })
  expect(words).toContain('10 times the highest, 0.02 mg/kg.')
  expect(words).not.toContain('EXPLAIN')
  const lidocaine = { ...atropine, name: 'Lidocaine' }
  expect(shown(lidocaine).words).not.toContain('dogs only')
  expect(shown(lidocaine, 1).words).toContain('Check: Antiarrhythmic for dogs only.')
})

it('says what cannot be measured, of which of the two volumes', () => {
  const { words } = shown({ ...atropine, concentration: 100 })
  expect(words).toContain('&lt;0 .01 ml')
  expect(words).toMatch(/Low: too small to measure, dilute · exactly 0\.00124.ml/)
  expect(words).toMatch(/High: too small to measure, dilute · exactly 0\.00248.ml/)
})
