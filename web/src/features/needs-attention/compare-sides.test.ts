import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { compareSides } from './compare-sides.ts'
import { recordLines } from './field-lines.ts'

const protocol = (...drugs: { name: string; dosage: number }[]) =>
  recordLines('anesthesia_protocols', { sections: [{ title_p: 'Opioids', drugs }] })

it('[M9] marks the lines that differ and no others, also when a drug was put before the others', () => {
  const base = protocol({ name: 'Morphine', dosage: 0.5 }, { name: 'Fentanyl', dosage: 0.005 })
  const mine = protocol(
    { name: 'Methadone', dosage: 0.2 },
    { name: 'Morphine', dosage: 0.5 },
    { name: 'Fentanyl', dosage: 0.003 },
  )
  const rows = compareSides([base, mine])
  expect(rows.filter(({ differs }) => differs).map(({ label, cells }) => [label, ...cells])).toEqual([
    ['Opioids · Methadone · Name', null, 'Methadone'],
    ['Opioids · Methadone · Dosage', null, '0.2 mg/kg'],
    ['Opioids · Fentanyl · Dosage', '0.005 mg/kg', '0.003 mg/kg'],
  ])
  expect(rows.map(({ label }) => label)).toEqual(mine.map(({ label }) => label))
})

const line = fc.record({ label: fc.constantFrom('a', 'b', 'c', 'd'), value: fc.constantFrom('1', '2') })

test('[M9] every line of every side is shown, once, under its own side', () => {
  fc.assert(
    fc.property(fc.array(fc.array(line, { maxLength: 6 }), { minLength: 1, maxLength: 3 }), (sides) => {
      const rows = compareSides(sides)
      expect(new Set(rows.map(({ label }) => label)).size).toBe(rows.length)
      for (const [index, side] of sides.entries()) {
        const shown = rows.flatMap(({ cells }) => cells[index] ?? [])
        expect(shown.sort()).toEqual(side.map(({ value }) => value).sort())
      }
      for (const { cells, differs } of rows) expect(differs).toBe(new Set(cells).size > 1)
    }),
  )
})
