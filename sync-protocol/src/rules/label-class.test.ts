import { describe, expect, test } from 'vitest'
import { labelClass } from './label-class.ts'

describe('the class on the label of a drug', () => {
  test.each([
    ['Midazolam', 'benzodiazepine'],
    ['DIAZEPAM 5 mg/ml', 'benzodiazepine'],
    ['Acepromazine', 'tranquilizer'],
    ['Rocuronium', 'relaxant'],
    ['Maropitant', 'anti-emetic'],
    ['Droperidol', 'anti-emetic'],
    ['Buprenorphine (high concentration)', 'opioid'],
    ['Lidocaine (VT/VF)', 'local-anesthetic'],
    ['Epinephrine 1:1000', 'vasopressor'],
    ['Naloxone', 'opioid-antagonist'],
    ['flumazenil', 'benzodiazepine-antagonist'],
    ['Neostigmine', 'relaxant-antagonist'],
    ['Atipamezole', 'antagonist'],
  ])('%s is known by its name, whatever its section: %s', (name, known) => {
    expect(labelClass(name)).toBe(known)
    expect(labelClass(name, 'tranquilizer')).toBe(known)
    expect(labelClass(name, 'antagonist')).toBe(known)
  })

  test.each(['Dexmedetomidine', 'Cefazolin', 'Carprofen', 'Midazolamine', ''])(
    '%s is what its section is',
    (name) => {
      expect(labelClass(name)).toBeUndefined()
      expect(labelClass(name, 'tranquilizer')).toBe('tranquilizer')
    },
  )

  test.each([
    'Tiletamine-Zolazepam',
    'Ketamine/Midazolam',
    'Lidocaine with Epinephrine',
    'Dexmedetomidine + Butorphanol',
    'Pentobarbital with Lidocaine',
  ])('%s is a mixture, and has the colour of none of its drugs', (name) => {
    expect(labelClass(name)).toBeUndefined()
    expect(labelClass(name, 'induction')).toBe('induction')
  })

  test('two drugs of one class, and one that is named twice, are of that class', () => {
    expect(labelClass('Bupivacaine/Lidocaine')).toBe('local-anesthetic')
    expect(labelClass('Ketamine (ketamine HCl)')).toBe('induction')
  })

  test('a drug for euthanasia never has the colour of an induction agent by its name', () => {
    expect(labelClass('Pentobarbital-Phenytoin')).toBeUndefined()
  })
})
