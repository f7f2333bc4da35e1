import { volumeParts } from './volume-parts.ts'
import './volume-number.css'

export interface VolumeNumberProps {
  /** As it is printed, '0.5' or '<0.01'; undefined while it cannot be computed. */
  value: string | undefined
  /** The lower one of two, before it. */
  from?: string | undefined
  unit?: string
  /** `flagged`: look again (too small to measure, rounded far, …). The reason stands beside it in words. */
  state?: 'normal' | 'flagged'
  size?: 'row' | 'small'
  /** Opens the arithmetic. */
  onPress?: () => void
  label?: string
  /** The arithmetic is shown. */
  open?: boolean
}

/** The largest thing in its row. In cells aligned to the right the decimal points stand below each other. */
export function VolumeNumber(props: VolumeNumberProps) {
  const { value, from, unit = 'ml', state = 'normal', size = 'row', onPress, label, open } = props
  const { whole, fraction } = volumeParts(value ?? '–')
  const long = whole.length > 2 ? ' volume-long' : ''
  const className = `volume volume-${size} volume-${value === undefined ? 'none' : state}${long}`
  const one = (
    <>
      <span>{whole}</span>
      <span className="volume-after" style={{ '--unit-length': unit.length }}>
        <span className="volume-fraction">{fraction}</span> <span className="volume-unit">{unit}</span>
      </span>
    </>
  )
  // Between the two there is room for a new line, and within none.
  const face =
    from === undefined ? (
      one
    ) : (
      <>
        <span>{from}–</span>
        <span className="volume-to">{one}</span>
      </>
    )
  if (value === undefined) return <span className={className}>{face}</span>
  if (onPress === undefined)
    return (
      // Its two parts would be read out as two numbers, of which the second is ten times too large or more.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an `img` holds no text that can be chosen and copied
      <span className={className} role="img" aria-label={label ?? `${value} ${unit}`}>
        {face}
      </span>
    )
  return (
    <button type="button" className={className} onClick={onPress} aria-label={label} aria-expanded={open}>
      {face}
    </button>
  )
}
