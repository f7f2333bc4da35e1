import { memo } from 'react'
import { localDay } from 'sync-protocol/rules/local-day'
import { numberText } from 'sync-protocol/rules/number-input'
import type { ListEntry } from '../../../data/lists/list-search.ts'
import { Badge } from '../../../ui/badge.tsx'
import { formatDate, formatTime } from '../../../ui/format.ts'
import { VolumeNumber } from '../../../ui/volume-number.tsx'
import { createText as text } from './create-text.ts'

interface DrawRowProps {
  entry: ListEntry
  /** The clinic's. */
  timeZone: string
  /** Its running number; null where the list is of no one day. */
  number: number | null
  /** How often it is used already, in saved balance sheets and in this table. */
  uses: number
  /** Its sheet was saved twice, and perhaps drawn once. */
  twice: boolean
  /** Its sheet was corrected later, and perhaps drawn by the correction alone. */
  corrected: boolean
  onChoose: (entry: ListEntry) => void
}

/** A draw to choose: the volume is what the eye finds; one that is used already is covered and counted (`spec 2 §4`). */
export const DrawRow = memo(function DrawRow({
  entry,
  timeZone,
  number,
  uses,
  twice,
  corrected,
  onChoose,
}: DrawRowProps) {
  const { patient = '', procedure = '', day, author_name, date_created, card, pending, flags } = entry
  const { draw } = card
  if (draw === undefined) return null
  // One that was refused and saved again keeps its day, and its hour is not known.
  const madeThat = (of: string) => localDay(date_created, timeZone) === of
  const name = text.patientSpecies(patient || text.unnamed, text.species[draw.species])
  const facts = [
    procedure || text.noReason,
    ...(number === null ? [formatDate(day)] : []),
    author_name.toUpperCase(),
    ...(madeThat(day) ? [formatTime(date_created, timeZone)] : []),
    ...(draw.sheet_id === '-' ? [text.singleDraw] : []),
    ...(draw.patient_id === '' ? [] : [text.patientId(draw.patient_id)]),
  ]
  return (
    <button
      type="button"
      data-item-focus
      data-draw={entry._id}
      className={uses > 0 ? 'draw-row draw-row-used' : 'draw-row'}
      onClick={({ detail }) => {
        // The second press of a double tap: the list may have changed under it, and this be another draw.
        if (detail < 2) onChoose(entry)
      }}
    >
      {number !== null && <span className="draw-number tabular">{number}</span>}
      <span className="picker-words">
        <span className="draw-called">
          <span className="picker-name">{name}</span>
          {uses > 0 && (
            <span className="draw-cover">
              {text.used}
              <span className="draw-uses tabular" aria-label={text.usedTimes(uses)}>
                {uses}
              </span>
            </span>
          )}
          {pending && <Badge>{text.pending}</Badge>}
          {flags?.includes('volume_differs') && <Badge kind="attention">{text.volumeDiffers}</Badge>}
          {twice && <Badge kind="attention">{text.twice}</Badge>}
          {corrected && !twice && <Badge kind="attention">{text.corrected}</Badge>}
          {draw.enter_measured_volume === true && <Badge kind="attention">{text.measure}</Badge>}
        </span>
        <span className="draw-facts">
          {facts.map((fact, at) => (
            <span key={at}>{fact}</span>
          ))}
        </span>
      </span>
      <VolumeNumber value={numberText(draw.drug_volume)} size="small" />
    </button>
  )
})
