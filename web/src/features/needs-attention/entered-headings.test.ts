import { expect, it } from 'vitest'
import { underHeadings } from './entered-headings.ts'

it('says a place once, over the fields that follow each other in it', () => {
  const line = (label: string) => ({ label, value: label.length.toString() })
  const lines = [
    'Name',
    'Opioids · Title',
    'Opioids · Morphine · Name',
    'Opioids · Morphine · Volume',
    'Outcome',
  ]
  const said = underHeadings(lines.map(line))
  expect(said.map(({ heading, lines: own }) => [heading, ...own.map(({ label }) => label)])).toEqual([
    ['', 'Name'],
    ['Opioids', 'Title'],
    ['Opioids · Morphine', 'Name', 'Volume'],
    ['', 'Outcome'],
  ])
  expect(said.flatMap(({ lines: own }) => own.map(({ value }) => value))).toEqual(
    lines.map((label) => line(label).value),
  )
})
