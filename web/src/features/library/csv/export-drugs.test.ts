import { describe, expect, test } from 'vitest'
import { drugContent } from 'sync-protocol/records/drug'
import { formOfDrug } from 'sync-protocol/rules/drug-form'
import { ketamine, vasopressin } from 'sync-protocol/testing/examples'
import type { LiveSection } from '../../../data/view/library-sections.ts'
import { drugRows } from './export-drugs.ts'

const sections = [{ key: 999, title_p: 'Opioids', title_s: 'Opioid' }] as LiveSection[]
const form = (content: unknown) => formOfDrug(drugContent.parse(content))
/** What is said of one drug, by header; empty cells left out. */
function said(content: unknown) {
  const [headers = [], cells = []] = drugRows([form(content)], sections)
  return Object.fromEntries(headers.flatMap((header, at) => (cells[at] ? [[header, cells[at]]] : [])))
}

describe('the file of all drugs', () => {
  test('says every field in the words of the form, with its section', () => {
    expect(
      said(
        ketamine({
          species: [0],
          limits: [{ min: 2, max: 10, cap_mg: 50, never: 'x' }, { max: 9 }],
          reference: 'Plumb, 9th',
        }),
      ),
    ).toEqual({
      'Drug name': 'Ketamine',
      Section: 'Opioids',
      'Drug concentration (per ml)': '100',
      'Measured in': 'mg',
      Species: 'Canine',
      'Canine dosage (per kg)': '5',
      'Canine route': 'IM',
      Form: 'INJECTION',
      'Controlled substance': 'Yes',
      Schedule: 'C-III',
      'Canine lowest usual dosage (per kg)': '2',
      'Canine highest usual dosage (per kg)': '10',
      'Canine maximum dose (mg)': '50',
      'Canine reason not to use it': 'x',
      Reference: 'Plumb, 9th',
    })
  })

  test('says both species of one drug in one row, in its own unit', () => {
    expect(said(vasopressin({ species: [1, 0] }))).toMatchObject({
      'Measured in': 'units',
      Species: 'Canine and feline',
      'Canine dosage (per kg)': '0.8',
      'Feline dosage (per kg)': '0.8',
    })
  })

  test('[Q-08] says the low and the high dosage of an emergency drug, and no other', () => {
    const row = said(ketamine({ section_key: -2, dosage: [5, 4], dosage_from: [1, 2], dosage_to: [3, 4] }))
    expect(row).toMatchObject({
      Section: 'Emergency Medications',
      'Canine low dosage (per kg)': '1',
      'Feline high dosage (per kg)': '4',
    })
    expect(row).not.toHaveProperty('Canine dosage (per kg)')
  })

  test('[Q-106] stands by section and name; a section that lives no more is unset', () => {
    const names = ['b', 'C', 'a'].map((name) => form(ketamine({ name })))
    const gone = form(ketamine({ name: 'z', section_key: 5 }))
    const rows = drugRows([gone, ...names], sections).slice(1)
    expect(rows.map(([name, section]) => [name, section])).toEqual([
      ['a', 'Opioids'],
      ['b', 'Opioids'],
      ['C', 'Opioids'],
      ['z', 'Unset Medications'],
    ])
  })

  test('says what a drug reverses in one cell, a line for each of its species', () => {
    const reverses = [
      {
        name: 'Dex;medetomidine',
        species: 0,
        rule: 'times_mass',
        value: 10,
        route: 'IM',
        note: 'IV only in "arrest"',
      },
      { name: 'Xylazine', species: 0, rule: 'mg_per_kg', value: 0.1, route: 'OTHER' },
      { name: 'Xylazine', species: 1, rule: 'mg_per_kg', value: 0.2, route: 'IV' },
    ]
    expect(said(ketamine({ species: [0], reverses }))['Reverses']).toBe(
      '"Dex;medetomidine";Canine;10;times its dose;IM;"IV only in ""arrest"""\nXylazine;Canine;0.1;mg/kg;OTHER;',
    )
  })
})
