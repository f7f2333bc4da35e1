import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { DrugRow, EmergencyRow } from './dose-rows.tsx'

const words = (row: React.ReactNode) =>
  renderToStaticMarkup(
    <table>
      <tbody>{row}</tbody>
    </table>,
  )
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')

const vasopressin = {
  name: 'Vasopressin',
  concentration: 20,
  amount_unit: 'units',
  route: 'IV',
  form: 'INJECTION',
  controlled: false,
} as const

it('says of each drug of an open sheet in what it is measured', () => {
  const patient = { weight: '10', units: 'kg' } as const
  const row = words(
    <DrugRow drug={{ ...vasopressin, dosage: 0.8, dosage_from: -1, dosage_to: -1 }} {...patient} />,
  )
  expect(row).toMatch(/0 ?\.4 .*Vasopressin.*IV · 0\.8 units\/kg · 20 units\/ml/)
  const given = { ...vasopressin, dosage: -1, dosage_from: 0.4, dosage_to: 0.8 } as const
  const range = words(<EmergencyRow drug={given} {...patient} />)
  expect(range).toContain('0.4 to 0.8 units/kg · 20 units/ml')
  const one = words(<EmergencyRow drug={{ ...given, dosage_from: 0.8 }} {...patient} />)
  expect(one).toContain('0.8 units/kg · 20 units/ml')
  expect(row + range + one).not.toContain('mg/')
  const { amount_unit: _, ...inMg } = given
  expect(words(<EmergencyRow drug={inMg} {...patient} />)).toContain('0.4 to 0.8 mg/kg · 20 mg/ml')
})

it('says the class of a drug where the title above has another', () => {
  const patient = { weight: '10', units: 'kg' } as const
  const midazolam = {
    ...vasopressin,
    name: 'Midazolam',
    dosage: 0.2,
    dosage_from: -1,
    dosage_to: -1,
  } as const
  const rowIn = (ofSection?: 'tranquilizer' | 'none') =>
    words(<DrugRow drug={midazolam} ofSection={ofSection} {...patient} />)
  expect(rowIn('tranquilizer')).toContain('Benzodiazepine')
  expect(rowIn('none')).toContain('Benzodiazepine')
  // Until the classes of the sections are read: a word that goes again would move every row.
  expect(rowIn()).not.toContain('Benzodiazepine')
  const acepromazine = { ...midazolam, name: 'Acepromazine' }
  const quiet = words(<DrugRow drug={acepromazine} ofSection="tranquilizer" {...patient} />)
  expect(quiet).not.toContain('Tranquilizer')
  const naloxone = {
    ...vasopressin,
    name: 'Naloxone',
    dosage: -1,
    dosage_from: 0.02,
    dosage_to: 0.04,
  } as const
  expect(words(<EmergencyRow drug={naloxone} {...patient} />)).toContain('Opioid antagonist')
})
