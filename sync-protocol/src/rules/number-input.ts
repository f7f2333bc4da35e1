/** An exact decimal number: digits / 10 ** scale. */
export interface Decimal {
  digits: bigint
  /** A whole number, 0 or more. */
  scale: number
}

const PLAIN = /^(-?)(\d*)(?:\.(\d*))?$/

function plain(text: string): Decimal | null {
  const match = PLAIN.exec(text)
  if (match === null) return null
  const [, sign = '', whole = '', fraction = ''] = match
  if (whole === '' && fraction === '') return null
  return { digits: BigInt(`${sign}${whole}${fraction}`), scale: fraction.length }
}

/**
 * What a person typed into a number field: blanks around it, digits and one '.'; nothing else is a number, '1e3', '1,5' and
 * '+5' included. A leading '-' is read, so that the form can say "zero or less". (`spec 1 §5`)
 */
export function readNumber(typed: string): Decimal | 'empty' | 'invalid' {
  const text = typed.trim()
  if (text === '') return 'empty'
  return plain(text) ?? 'invalid'
}

/**
 * The decimal number that JavaScript shows for `value` (0.1 is one tenth).
 * @throws RangeError when `value` is not finite
 */
export function decimalOf(value: number): Decimal {
  const [mantissa = '', power = '0'] = String(value).split('e')
  const read = plain(mantissa)
  if (read === null) throw new RangeError(`${value} is not a number`)
  const scale = read.scale - Number(power)
  return scale >= 0
    ? { digits: read.digits, scale }
    : { digits: read.digits * 10n ** BigInt(-scale), scale: 0 }
}

/** The JavaScript number nearest to `decimal`: what a record holds of it. */
export function numberOf(decimal: Decimal): number {
  return Number(`${decimal.digits}e-${decimal.scale}`)
}

/** Leading zero always, no trailing zero, no exponent: '0.5', '4', '0.0000001'. */
export function decimalText({ digits, scale }: Decimal): string {
  const sign = digits < 0n ? '-' : ''
  const shown = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0')
  const whole = shown.slice(0, shown.length - scale)
  const fraction = shown.slice(shown.length - scale).replace(/0+$/, '')
  return fraction === '' ? `${sign}${whole}` : `${sign}${whole}.${fraction}`
}

/**
 * A stored number as it is shown, see `decimalText`.
 * @throws RangeError when `value` is not finite
 */
export function numberText(value: number): string {
  const text = String(value)
  // Without an exponent JavaScript shows a number in the same way.
  return Number.isFinite(value) && !text.includes('e') ? text : decimalText(decimalOf(value))
}
