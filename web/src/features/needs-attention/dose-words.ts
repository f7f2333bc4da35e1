import type { Json } from 'sync-protocol/records/json'
import { formatNumber } from '../../ui/format.ts'
import { attentionText as text } from './attention-text.ts'

export interface FieldLine {
  label: string
  value: string
}

const UNITS: Readonly<Record<string, string>> = {
  concentration: 'mg/ml',
  dosage: 'mg/kg',
  dosage_from: 'mg/kg',
  dosage_to: 'mg/kg',
  range: 'mg/kg',
  rate: 'ml/kg',
}
/** Of [canine, feline]: two numbers in a row do not say whose they are. */
const PAIRS: readonly string[] = ['dosage', 'dosage_from', 'dosage_to', 'route', 'range']
const NOT_USED = -1

function worded(value: Json, unit: string): string | null {
  if (value === null) return text.empty
  if (Array.isArray(value)) {
    const [from, to] = value
    return typeof from === 'number' && typeof to === 'number'
      ? `${text.range(formatNumber(from), formatNumber(to))} ${unit}`
      : null
  }
  if (typeof value === 'string') return value
  if (typeof value !== 'number') return null
  return value === NOT_USED ? text.notUsed : `${formatNumber(value)} ${unit}`
}

/** A dose is chosen by these lines: each number under its species and with its unit. Null for what is no part of a dose. */
export function doseLines(value: Json, path: readonly string[], key: string): FieldLine[] | null {
  const label = path.join(' · ')
  if (key === 'species') {
    const codes = (Array.isArray(value) ? value : [value]).map((code) =>
      typeof code === 'number' ? text.species[code] : undefined,
    )
    const known = codes.filter((name) => name !== undefined)
    return known.length > 0 && known.length === codes.length ? [{ label, value: known.join(', ') }] : null
  }
  const [field = '', half] = key.split('.')
  const unit = UNITS[field] ?? ''
  if (half === undefined && PAIRS.includes(field) && Array.isArray(value) && value.length === 2) {
    const halves = value.map((one) => worded(one, unit))
    const whole = halves.filter((words) => words !== null)
    if (whole.length < halves.length) return null
    return whole.map((words, code) => ({
      label: `${label} ${code === 0 ? 'canine' : 'feline'}`,
      value: words,
    }))
  }
  // What is not saved yet is text without a unit.
  if (unit === '' || typeof value !== 'number') return null
  return [{ label, value: worded(value, unit) ?? String(value) }]
}
