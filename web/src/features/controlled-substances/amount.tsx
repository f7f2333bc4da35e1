import { volumeParts } from '../../ui/volume-parts.ts'
import './amount.css'
import { substanceText } from './controlled-substances-text.ts'

/** A volume in ml. Down a column the decimal points stand below each other; it is read out as one number. */
export function Amount({ value }: { value: string }) {
  const { whole, fraction } = volumeParts(value)
  const long = whole.length > 4 ? ' amount-long' : ''
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an `img` holds no text that can be chosen and copied
    <span role="img" aria-label={`${value} ${substanceText.ml}`} className={`amount tabular${long}`}>
      {whole}
      <span className="amount-after">
        {fraction} <span className="amount-unit">{substanceText.ml}</span>
      </span>
    </span>
  )
}
