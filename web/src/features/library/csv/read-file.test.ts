import { expect, test } from 'vitest'
import { textOf } from './read-file.ts'

const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'))

test('what a spreadsheet saves as CSV is read in each way of writing it', () => {
  const file = 'Drug name;Dosage\r\nÄther;1\r\n'
  expect(textOf(new Uint8Array(Buffer.from(file)))).toBe(file)
  expect(textOf(new Uint8Array(Buffer.from(file, 'latin1')))).toBe(file)
  expect(textOf(utf16(file))).toBe(file)
})

test('a workbook is no list of drugs: it is refused, and not shown as one row of signs', () => {
  const workbook = Buffer.from([0x50, 0x4b, 0x03, 0x04, 0x14, 0x00, 0x08, 0x08, 0x08, 0x00, 0x21, 0x9c])
  expect(() => textOf(new Uint8Array(workbook))).toThrow('The file holds no text.')
})
