import { describe, expect, it } from 'vitest'
import type { CodeRow } from './code-rows.ts'
import boldUrl from './fonts/NotoSans-Bold.ttf?inline'
import regularUrl from './fonts/NotoSans-Regular.ttf?inline'
import {
  isCovered,
  isNameless,
  losesItsName,
  lostNames,
  printable,
  rowsWithoutName,
  storable,
  unprintableLetters,
  unprintableRows,
} from './letters.ts'
import { samplePaper } from './testing/sheet-sample.ts'

/** A tap of a code. */
const tapRow: CodeRow = {
  what: 'Drug given',
  day: '11/26/2026',
  time: '3:05:07 PM',
  since: '0:10',
  who: 'Ana',
}

/** The letters that a TrueType file has a glyph for, read from its format 4 map (OpenType, `cmap`). */
async function lettersOf(url: string): Promise<Set<number>> {
  const file = new DataView(await (await fetch(url)).arrayBuffer())
  const tables = Array.from({ length: file.getUint16(4) }, (_, table) => 12 + table * 16)
  const cmap = file.getUint32((tables.find((at) => file.getUint32(at) === 0x636d6170) ?? 0) + 8)
  const found = new Set<number>()
  for (let sub = 0; sub < file.getUint16(cmap + 2); sub++) {
    const at = cmap + file.getUint32(cmap + 8 + sub * 8)
    if (file.getUint16(at) !== 4) continue
    const segments = file.getUint16(at + 6) / 2
    for (let segment = 0; segment < segments; segment++) {
      const [end, start, delta, range] = [14, 16 + segments * 2, 16 + segments * 4, 16 + segments * 6].map(
        (offset) => at + offset + segment * 2,
      ) as [number, number, number, number]
      for (let code = file.getUint16(start); code <= file.getUint16(end) && code < 0xffff; code++) {
        const offset = file.getUint16(range)
        const glyph =
          offset === 0
            ? code + file.getUint16(delta)
            : file.getUint16(range + offset + (code - file.getUint16(start)) * 2)
        if (glyph % 0x10000 !== 0) found.add(code)
      }
    }
  }
  return found
}

it.each([
  ['regular', regularUrl],
  ['bold', boldUrl],
])('the letters that are said to print are those of the %s font', async (_, url) => {
  const font = await lettersOf(url)
  const differing: string[] = []
  for (let code = 0; code < 0xffff; code++) {
    if (font.has(code) !== isCovered(String.fromCharCode(code))) differing.push(code.toString(16))
  }
  expect(font.size).toBeGreaterThan(1500)
  expect(differing).toStrictEqual([])
})

describe('printable text', () => {
  it.each([
    ["O'Malley “Ängström” Łódź Țepeș Nguyễn", "O'Malley “Ängström” Łódź Țepeș Nguyễn"],
    ['Σοφία Жучка Їжак Ὀδυσσεύς', 'Σοφία Жучка Їжак Ὀδυσσεύς'],
    ['e\u0301', 'é'],
    ['SpO2 ≥ 95 → ok', 'SpO2 >= 95 -> ok'],
    ['a\tb', 'a b'],
    ['Rex 🐶!', 'Rex �!'],
    ['👩‍⚕️', '�'],
    ['x\u0325y', 'x�y'],
    ['犬', '�'],
  ])('%j is written %j', (text, written) => {
    expect(printable(text)).toBe(written)
  })
})

describe('the letters that cannot be printed', () => {
  const paper = samplePaper()

  it('are none in Latin, Greek and Cyrillic', () => {
    expect(unprintableRows(paper)).toStrictEqual([])
    expect(rowsWithoutName(paper)).toStrictEqual([])
  })

  it('are named by their rows, wherever they stand on the paper', () => {
    const { sheet } = paper
    const [first, ...others] = sheet.anesthesia_protocol.sections
    if (!first || !sheet.emergency_protocol)
      throw new Error('the sample has sections and an emergency protocol')
    const strange = {
      ...paper,
      author_name: '三 and 三',
      clinic: '四',
      code: [
        { ...tapRow, what: 'Drug given: 阿', drug: '阿', who: '三' },
        { ...tapRow, what: 'Drug given: 阿', drug: '阿' },
        { ...tapRow, what: 'Not counted: Drug given: 托', note: 'Pressed by mistake (品)' },
      ],
      sheet: {
        ...sheet,
        name: '一',
        patient_id: '二',
        procedure: { name: '五', notes: 'line\nline 六' },
        injections: ['七'],
        anesthesia_protocol: {
          name: '八',
          sections: [
            { ...first, title: '九', drugs: first.drugs.map((drug) => ({ ...drug, name: '十' })) },
            ...others,
          ],
          fluids: [{ name: '百', volume: 1 }],
        },
        emergency_protocol: {
          name: '千',
          drugs: sheet.emergency_protocol.drugs.map((drug) => ({ ...drug, name: '🐶' })),
        },
      },
    }
    const rows = (found: { what: string; text: string }[]) =>
      found.map(({ what, text }) => `${what}: ${text}`)
    const given = [
      'Drug: 十',
      'Fluid: 百',
      'Injection: 七',
      ...sheet.emergency_protocol.drugs.map(() => 'Emergency drug: 🐶'),
      'Code (CPR): 阿',
    ]
    const named = [
      'Patient: 一',
      'Patient ID: 二',
      'Prepared by: 三 and 三',
      'Clinic: 四',
      'Procedure: 五',
      'Procedure Notes: 六',
      'Anesthesia protocol: 八',
      'Section: 九',
      ...given,
      'Emergency protocol: 千',
      'Recorded by: 三',
      'Code (CPR): Not counted: Drug given: 托',
      'Code (CPR): Pressed by mistake (品)',
    ]
    expect(rows(unprintableRows(strange))).toStrictEqual(named)
    expect(rows(unprintableRows(strange, { procedureNotes: false }))).toStrictEqual(
      named.filter((row) => !row.startsWith('Procedure Notes')),
    )
    expect(rows(rowsWithoutName(strange))).toStrictEqual(given)
  })
})

it.each([
  ['氯胺酮', true],
  ['氯胺酮 10 mg', true],
  ['Ketamine 氯胺酮', true],
  ['x\u0325', true],
  ['🐶 1', true],
  ['Vitamin 🅱', true],
  ['Vitamin 🆎', true],
  ['Vitamin 🇧', true],
  ['Keta㎎min', true],
  ['Ketamine 5 ㎖', true],
  ['Ketamine 5 ℔', true],
  ['Ketamine 🐶', false],
  ['Ketamine 🇺🇸', false],
  ['Κεταμίνη ≥ 1', false],
])('%j has no name on a PDF: %s', (name, lost) => {
  expect(rowsWithoutName(samplePaper({ injections: [name] }))).toHaveLength(lost ? 1 : 0)
  expect(rowsWithoutName({ ...samplePaper(), code: [{ ...tapRow, drug: name }] })).toHaveLength(lost ? 1 : 0)
})

it('no sign that is a letter or a digit in another dress is taken for a picture', () => {
  const taken: string[] = []
  for (let code = 0; code <= 0x10ffff; code++) {
    const sign = String.fromCodePoint(code)
    if (/[\p{L}\p{N}]/u.test(sign) || !/[\p{L}\p{N}\p{Alphabetic}]/u.test(sign.normalize('NFKC'))) continue
    const name = `Vitamin ${sign}`
    if (unprintableLetters([name]).length > 0 && !losesItsName(name)) taken.push(code.toString(16))
  }
  expect(taken).toStrictEqual([])
})

it('drugs that would print the same are told apart by nobody', () => {
  const red = 'Ketamine 🔴'
  const blue = 'Ketamine 🔵'
  expect(lostNames([red, blue, 'Propofol'])).toEqual(new Set([red, blue]))
  expect(lostNames([red, red, 'Ketamine'])).toEqual(new Set())
  expect(lostNames(['氯胺酮', red])).toEqual(new Set(['氯胺酮']))
  expect(rowsWithoutName(samplePaper({ injections: [red, 'Ketamine'] }))).toEqual([])
  const both = [samplePaper({ injections: [red, blue] }), samplePaper({ injections: [red] })] as const
  expect(rowsWithoutName(both[0]).map(({ text }) => text)).toEqual([red, blue])
  const inCode = { ...both[1], code: [{ ...tapRow, drug: blue }] }
  expect(rowsWithoutName(inCode).map(({ text }) => text)).toEqual([red, blue])
})

it.each([
  ['小白', true],
  ['小白 2', false],
  ['Rex 小白', false],
  ['🐶', true],
  ['', false],
])('nothing of %j is left on a PDF: %s', (name, lost) => {
  expect(isNameless(name)).toBe(lost)
})

it('a word processor gets every letter but those that XML cannot hold', () => {
  expect(storable('犬 🐶 a\tb\u0001\u009f\ufffe')).toBe('犬 🐶 a b���')
})
