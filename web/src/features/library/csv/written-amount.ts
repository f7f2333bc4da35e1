import type { AmountUnit } from 'sync-protocol/records/amount-unit'
import { decimalText, readNumber, type Decimal } from 'sync-protocol/rules/number-input'
import { importText as text } from './import-text.ts'

/** A unit as a file writes it: in what the drug is measured, and by how many tens the number is multiplied for that. */
export interface WrittenUnit {
  unit: AmountUnit
  shift: number
}

const UNITS: Readonly<Record<string, WrittenUnit>> = {
  mg: { unit: 'mg', shift: 0 },
  mcg: { unit: 'mg', shift: -3 },
  ug: { unit: 'mg', shift: -3 },
  unit: { unit: 'units', shift: 0 },
  units: { unit: 'units', shift: 0 },
  u: { unit: 'units', shift: 0 },
  iu: { unit: 'units', shift: 0 },
  meq: { unit: 'mEq', shift: 0 },
}

export type Per = 'ml' | 'kg'

const folded = (words: string) =>
  words
    .toLowerCase()
    .replaceAll(/[\u00B5\u03BC]/g, 'u')
    .replaceAll(/\bper\b/g, '/')
    .replaceAll(/[\s.]/g, '')

/** 'mg/ml', '%', 'mcg/kg'; null for a unit that a drug cannot be measured in: nothing is guessed. */
export function unitIn(words: string, per: Per): WrittenUnit | null {
  const said = folded(words)
  // One per cent is one gram in 100 ml.
  if (said === '%' && per === 'ml') return { unit: 'mg', shift: 1 }
  const [amount = '', divisor, more] = said.split('/')
  return divisor === per && more === undefined && Object.hasOwn(UNITS, amount)
    ? (UNITS[amount] ?? null)
    : null
}

/** 'mg', 'units': in what a drug is measured. 'mg/ml' says it too; 'mcg' does not. */
export function measuredIn(words: string): AmountUnit | null {
  const found = unitIn(words, 'ml') ?? unitIn(`${words}/ml`, 'ml')
  return found?.shift === 0 ? found.unit : null
}

const shifted = ({ digits, scale }: Decimal, shift: number): Decimal => {
  const places = scale - shift
  return places >= 0 ? { digits, scale: places } : { digits: digits * 10n ** BigInt(-places), scale: 0 }
}

export type WrittenAmount =
  /** As the form has it typed; `unit` is null where none is written. */
  { typed: string; unit: AmountUnit | null; isConverted: boolean } | { doubt: string }

/** A number in a cell, with its unit beside it or with that of its column. A number without either has no unit. */
export function writtenAmount(cell: string, per: Per, ofColumn: WrittenUnit | null): WrittenAmount {
  const [, number = '', words = ''] = /^(-?[\d.,]*)\s*(.*)$/s.exec(cell.trim()) ?? []
  if (number.includes(',')) return { doubt: text.comma }
  const read = readNumber(number)
  if (typeof read === 'string') return { doubt: text.notNumber(per) }
  const written = words === '' ? ofColumn : unitIn(words, per)
  if (written === null)
    return words === '' ? { typed: number, unit: null, isConverted: false } : { doubt: text.notUnit(per) }
  const { unit, shift } = written
  return { typed: shift === 0 ? number : decimalText(shifted(read, shift)), unit, isConverted: shift !== 0 }
}

/** '12.50' and '12.5' are one number; what is none stays as it is. */
export function sameNumber(typed: string): string {
  const read = readNumber(typed)
  return typeof read === 'string' ? typed.trim() : decimalText(read)
}
