import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Block, BLOCK_HEIGHT, PAGE, paginate } from './pagination.ts'

const tops = (blocks: Block[], header?: number) =>
  paginate(blocks, header).map((page) => page.map(({ top }) => top))

describe('the heights of the blocks', () => {
  it('are those of the paper', () => {
    expect(BLOCK_HEIGHT.section(5)).toBe(207)
    expect(BLOCK_HEIGHT.section(1)).toBe(67)
    expect(BLOCK_HEIGHT.fluids(5)).toBe(223)
    expect(BLOCK_HEIGHT.injections(10)).toBe(398)
    expect(BLOCK_HEIGHT.emergency(10)).toBe(398)
    expect(PAGE).toStrictEqual({ width: 760, height: 985, content: 932, header: 152, most: 100 })
  })
})

describe('pages', () => {
  it('puts blocks below the header and then one below the other', () => {
    expect(tops([{ height: 67 }, { height: 207 }, { height: 223 }])).toStrictEqual([[152, 219, 426]])
  })

  it('fills the first page to 932 and not beyond', () => {
    expect(tops([{ height: 780 }, { height: 67 }])).toStrictEqual([[152], [0]])
    expect(tops([{ height: 713 }, { height: 67 }])).toStrictEqual([[152, 865]])
    expect(tops([{ height: 714 }, { height: 67 }])).toStrictEqual([[152], [0]])
  })

  it('has 932 on the later pages', () => {
    expect(tops([{ height: 780 }, { height: 865 }, { height: 67 }, { height: 1 }])).toStrictEqual([
      [152],
      [0, 865],
      [0],
    ])
  })

  it('starts a page where asked, but leaves no empty one', () => {
    expect(tops([{ height: 67 }, { height: 83, newPage: true }, { height: 83 }])).toStrictEqual([
      [152],
      [0, 83],
    ])
    expect(tops([{ height: 780 }, { height: 900 }, { height: 83, newPage: true }])).toStrictEqual([
      [152],
      [0],
      [0],
    ])
    expect(tops([{ height: 83, newPage: true }], 0)).toStrictEqual([[0]])
  })

  it('moves on by what is drawn, and breaks by what is budgeted', () => {
    expect(tops([{ height: 398, drawn: 223 }, { height: 382 }, { height: 1 }])).toStrictEqual([
      [152, 375],
      [0],
    ])
  })

  it('has at most 100 pages', () => {
    const blocks = Array.from({ length: 100 }, () => ({ height: 780 }))
    expect(paginate(blocks)).toHaveLength(100)
    expect(() => paginate([...blocks, { height: 780 }])).toThrow(RangeError)
  })

  it('keeps every block, in order, whole, within 932, and never breaks without a reason', () => {
    const block = fc.record({
      kind: fc.constantFrom('section' as const, 'fluids' as const, 'emergency' as const),
      rows: fc.integer({ min: 1, max: 5 }),
      newPage: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(block, { maxLength: 40 }), (kinds) => {
        const blocks = kinds.map(({ kind, rows, newPage }, id) => ({
          id,
          newPage,
          height: BLOCK_HEIGHT[kind](rows),
        }))
        const pages = paginate(blocks)
        expect(pages.flat().map(({ block: { id } }) => id)).toStrictEqual(blocks.map(({ id }) => id))
        pages.forEach((page, index) => {
          let next = index === 0 ? 152 : 0
          for (const { block: placed, top } of page) {
            expect(top).toBe(next)
            next = top + placed.height
          }
          expect(next).toBeLessThanOrEqual(932)
          const follower = pages[index + 1]?.[0]?.block
          const reason = follower === undefined || follower.newPage || next + follower.height > 932
          expect(reason).toBe(true)
          expect(page.length > 0 || index === 0).toBe(true)
          for (const { block: placed } of page.slice(1)) expect(placed.newPage).toBe(false)
        })
      }),
    )
  })
})
