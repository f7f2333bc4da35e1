const DECIMAL = /^(-?)(\d*)(?:\.(\d*))?$/

/**
 * A number as it is read aloud in a surgery: a leading zero always, no trailing zero ('.50' becomes '0.5', '4.0' becomes '4').
 * Takes decimal strings unchanged in value, whatever their length; what is not a plain decimal number comes back as it was.
 */
export function formatNumber(value: number | string): string {
  const text = typeof value === 'number' ? plainDecimal(value) : value.trim()
  const match = DECIMAL.exec(text)
  if (match === null) return text
  const [, sign = '', whole = '', fraction = ''] = match
  if (whole === '' && fraction === '') return text
  const integer = whole.replace(/^0+(?=\d)/, '') || '0'
  const rest = fraction.replace(/0+$/, '')
  const size = rest === '' ? integer : `${integer}.${rest}`
  return size === '0' ? '0' : `${sign}${size}`
}

/** JavaScript writes 1e-7 for small numbers; this writes every digit. */
function plainDecimal(value: number): string {
  const text = String(value)
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text)
  if (match === null) return text
  const [, sign = '', first = '', rest = '', power = ''] = match
  const digits = first + rest
  const point = 1 + Number(power)
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  return `${sign}${digits.padEnd(point, '0').slice(0, point)}.${digits.slice(point)}`.replace(/\.$/, '')
}

const SIZES = [
  [1_000_000_000, 'GB'],
  [1_000_000, 'MB'],
  [1000, 'KB'],
] as const

/**
 * '59.9 GB', '499 MB', '8.0 MB', '950 KB': rounded down, so that nobody is told of room that is not there, with one decimal
 * below 100 MB; less than a KB is one.
 */
export function formatBytes(bytes: number): string {
  const [size, unit] = SIZES.find(([least]) => bytes >= least) ?? [1000, 'KB']
  const number = bytes / size
  if (unit === 'KB') return `${Math.max(1, Math.floor(number))} KB`
  const tenths = number < 100 ? (Math.floor(number * 10) / 10).toFixed(1) : Math.floor(number)
  return `${tenths} ${unit}`
}

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/

type Moment = Date | string

/** Kept by time zone, since making one takes longer than all else of a date; not the device's own, which may change. */
function keptFormat(
  options: Intl.DateTimeFormatOptions,
): (timeZone: string | undefined) => Intl.DateTimeFormat {
  const kept = new Map<string, Intl.DateTimeFormat>()
  return (timeZone) => {
    if (timeZone === undefined) return new Intl.DateTimeFormat('en-US', options)
    const known = kept.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { ...options, timeZone })
    kept.set(timeZone, known)
    return known
  }
}
const dayOf = keptFormat({ day: '2-digit', month: '2-digit', year: 'numeric' })
const timeOf = keptFormat({ hour: 'numeric', minute: '2-digit', hour12: true })
const weekdayOf = keptFormat({ weekday: 'long' })
const clockOf = keptFormat({ hour: 'numeric', minute: '2-digit', second: '2-digit', hour12: true })

function parts(moment: Moment, timeZone: string | undefined): { day: string; month: string; year: string } {
  const local = typeof moment === 'string' ? DAY.exec(moment) : null
  if (local !== null) {
    const [, year = '', month = '', day = ''] = local
    return { day, month, year }
  }
  const found = dayOf(timeZone).formatToParts(instant(moment))
  const part = (type: Intl.DateTimeFormatPartTypes) => found.find((one) => one.type === type)?.value ?? ''
  return { day: part('day'), month: part('month'), year: part('year').padStart(4, '0') }
}

function instant(moment: Moment): Date {
  const date = moment instanceof Date ? moment : new Date(moment)
  if (Number.isNaN(date.getTime())) throw new RangeError(`not a date: ${String(moment)}`)
  return date
}

/**
 * MM/DD/YYYY. A local day ('2026-03-05') is that day everywhere; an instant is shown in `timeZone` (IANA), or in the device's.
 * @throws RangeError when `moment` is not a date
 */
export function formatDate(moment: Moment, timeZone?: string): string {
  const { day, month, year } = parts(moment, timeZone)
  return `${month}/${day}/${year}`
}

/** 'Monday', of a local day ('2026-03-02'). */
export const formatWeekday = (day: string): string => weekdayOf('UTC').format(instant(`${day}T00:00:00Z`))

/** MM.DD.YYYY, for file names. */
export function formatFileDate(moment: Moment, timeZone?: string): string {
  return formatDate(moment, timeZone).replaceAll('/', '.')
}

/** '3:05 PM'. */
export const formatTime = (moment: Moment, timeZone?: string): string =>
  // Newer ICU data puts a narrow no-break space before AM and PM.
  timeOf(timeZone).format(instant(moment)).replace(/\s/g, ' ')

/** '3:05:07 PM'. */
export const formatClock = (moment: Moment, timeZone?: string): string =>
  clockOf(timeZone).format(instant(moment)).replace(/\s/g, ' ')

/** 'MM/DD/YYYY, 3:05 PM'. */
export const formatDateTime = (moment: Moment, timeZone?: string): string =>
  `${formatDate(instant(moment), timeZone)}, ${formatTime(moment, timeZone)}`
