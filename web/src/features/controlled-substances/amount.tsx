import { volumeParts } from '../../ui/volume-parts.ts'
import './amount.css'

/** Down a column the decimal points stand below each other; it is read out as one number. */
export function Amount({ value }: { value: string }) {
  const { whole, fraction } = volumeParts(value)
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an `img` holds no text that can be chosen and copied
    <span role="img" aria-label={value} className="tabular">
      {whole}
      <span className="amount-fraction">{fraction}</span>
    </span>
  )
}
