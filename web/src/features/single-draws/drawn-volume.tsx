import { formatNumber } from '../../ui/format.ts'
import { singleDrawsText as text } from './single-draws-text.ts'

interface DrawnVolumeProps {
  /** In ml. */
  volume: number
  large?: boolean
}

/** One piece of text, so that it is read out as one number. */
export function DrawnVolume({ volume, large = false }: DrawnVolumeProps) {
  return (
    <span className={large ? 'drawn-volume drawn-volume-large' : 'drawn-volume'}>
      {formatNumber(volume)} <span className="drawn-volume-unit">{text.ml}</span>
    </span>
  )
}
