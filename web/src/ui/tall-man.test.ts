import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tallManParts } from './tall-man.ts'

/** As it is shown: drug-name.css writes tall runs in capitals, and the rest of such a word in small letters. */
const shown = (name: string) =>
  tallManParts(name)
    .map(
      ({ text, runs }) =>
        runs?.map((run) => (run.tall ? run.text.toUpperCase() : run.text.toLowerCase())).join('') ?? text,
    )
    .join('')

describe('tall-man letters', () => {
  test.each([
    ['Hydromorphone', 'HYDROmorphone'],
    ['HYDROMORPHONE', 'HYDROmorphone'],
    ['Hydromorphone 2 mg/ml', 'HYDROmorphone 2 mg/ml'],
    ['Dexmedetomidine', 'dexmedeTOMIDine'],
    ['ephedrine', 'ePHEDrine'],
    ['Epinephrine 1:1000', 'EPINEPHrine 1:1000'],
    ['Diphenhydramine', 'diphenhydrAMINE'],
    ['Dexamethasone SP', 'dexAMETHasone SP'],
    ['Fentanyl/Ketamine', 'fentaNYL/Ketamine'],
    ['Pentobarbital-Phenytoin', 'PENTobarbital-Phenytoin'],
    ['Dobutamine and Dopamine', 'DOBUTamine and DOPamine'],
  ])('%s is shown as %s', (typed, as) => {
    expect(shown(typed)).toBe(as)
  })

  test.each([
    'Ketamine',
    'Ketorolac',
    'Medetomidine',
    'Morphine',
    'Norepinephrine',
    'Tiletamine-Zolazepam',
    'Hydromorphones',
    'Hydromorphone2',
    'Épinephrine',
    'TTDex',
    '',
  ])('%s stays as typed', (name) => {
    expect(shown(name)).toBe(name)
    expect(tallManParts(name).every(({ runs }) => runs === undefined)).toBe(true)
  })

  const word = fc.constantFrom(
    'fentanyl',
    'Fentanyl',
    'FENTANYL',
    'ketamine',
    'HCl',
    '0.5%',
    ' ',
    '/',
    '-',
    '(',
  )
  test('no letter is lost or added, whatever is typed', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(word).map((words) => words.join('')),
        ),
        (name) => {
          const parts = tallManParts(name)
          expect(parts.map(({ text }) => text).join('')).toBe(name)
          for (const { text, runs } of parts)
            if (runs !== undefined) expect(runs.map((run) => run.text).join('')).toBe(text)
        },
      ),
    )
  })
})
