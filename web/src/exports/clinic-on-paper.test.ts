import { expect, test } from 'vitest'
import { sampleBalancePaper } from './testing/balance-sample.ts'
import { unprintableOnBalance, unprintableOnBlanks } from './balance-letters.ts'
import { clinicOnPaper } from './clinic-on-paper.ts'

const clinic = { org_name: 'Elm Street Clinic', demo: false }

test('a paper is called by the printed name, else by the organization, and the demonstration says what it is', () => {
  expect(clinicOnPaper(clinic, {})).toEqual({ clinic: 'Elm Street Clinic' })
  const printed = { printed_name: 'Elm Street Animal Hospital' }
  expect(clinicOnPaper(clinic, printed)).toEqual({ clinic: 'Elm Street Animal Hospital' })
  expect(clinicOnPaper({ ...clinic, demo: true }, printed).clinic).toBe(
    'Elm Street Animal Hospital, not for patient care',
  )
})

test.each([
  ['1 Elm Street\nSpringfield', '1 Elm Street, Springfield'],
  ['1 Elm Street,\n\n  Springfield ', '1 Elm Street, Springfield'],
  ['1 Elm Street', '1 Elm Street'],
  ['\n \n', undefined],
])('the address %j is printed on one line', (printed_address, address) => {
  expect(clinicOnPaper(clinic, { printed_address }).address).toBe(address)
})

test('letters of the address that a PDF cannot write are named before the export', () => {
  const address = '北京 12'
  expect(unprintableOnBlanks({ drug_name: 'Ketamine', clinic: 'Elm', address })).toEqual(['北', '京'])
  expect(unprintableOnBalance({ ...sampleBalancePaper(), address })).toEqual(
    expect.arrayContaining(['北', '京']),
  )
})
