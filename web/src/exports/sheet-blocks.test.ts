import { describe, expect, it } from 'vitest'
import { sheetBlocks } from './sheet-blocks.ts'
import { sampleSheet } from './testing/sheet-sample.ts'

const none = { injectionPageBreak: false, emergencyPageBreak: false }
const kinds = (...[sheet, options]: Parameters<typeof sheetBlocks>) =>
  sheetBlocks(sheet, options).map(({ kind, height, newPage }) => [kind, height, newPage ?? false])

describe('the blocks of a sheet', () => {
  it('stand in the order of the paper, each with its height', () => {
    expect(kinds(sampleSheet, none)).toStrictEqual([
      ['section', 67, false],
      ['section', 137, false],
      ['fluids', 83, false],
      ['injections', 118, false],
      ['emergency', 118, false],
    ])
  })

  it('start a page where the options say so', () => {
    const starts = (options: typeof none) =>
      kinds(sampleSheet, options).flatMap(([kind, , starting]) => (starting ? [kind] : []))
    expect(starts({ injectionPageBreak: true, emergencyPageBreak: false })).toStrictEqual(['injections'])
    expect(starts({ injectionPageBreak: false, emergencyPageBreak: true })).toStrictEqual(['emergency'])
  })

  it('are left out where there is nothing', () => {
    const { emergency_protocol: _, ...rest } = sampleSheet
    const bare = { ...rest, injections: [], anesthesia_protocol: { ...rest.anesthesia_protocol, fluids: [] } }
    expect(kinds(bare, none).map(([kind]) => kind)).toStrictEqual(['section', 'section'])
  })

  it('hold the first ten injections, budgeted one below the other and drawn in two columns of five', () => {
    const injections = Array.from({ length: 12 }, (_, index) => `Injection ${index}`)
    const block = sheetBlocks({ ...sampleSheet, injections }, none).find(({ kind }) => kind === 'injections')
    expect(block).toMatchObject({ injections: injections.slice(0, 10), height: 398, drawn: 223 })
  })
})
