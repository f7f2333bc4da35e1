import { Trash2 } from 'lucide-react'
import { memo } from 'react'
import type { DrawCard } from '../../data/lists/draw-card.ts'
import type { ListEntry } from '../../data/lists/list-search.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { formatDateTime, formatNumber } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { DrawnVolume } from './drawn-volume.tsx'
import { singleDrawsText as text } from './single-draws-text.ts'

export interface SingleDrawCardProps {
  entry: ListEntry
  timeZone: string
  selected: boolean
  /** Its author, or a holder of 2; never what is voided already. */
  mayDelete: boolean
  onSelect: (id: string) => void
  onOpen: (id: string) => void
  onDelete: (entry: ListEntry) => void
}

/** '0.5 ml Ketamine for Rex' */
export const nameOfDraw = ({ name, patient, card }: ListEntry) =>
  text.called(formatNumber(card.draw?.drug_volume ?? 0), name, patient ?? '')

/** The volume and the drug first; a voided one struck through, with who, when and why. */
export const SingleDrawCard = memo(function SingleDrawCard(props: SingleDrawCardProps) {
  const { entry, timeZone, selected, mayDelete, onSelect, onOpen, onDelete } = props
  const { voiding, card } = entry
  const { draw } = card
  if (draw === undefined) return null
  const called = nameOfDraw(entry)
  return (
    <Card
      meta={
        <span className="single-draw-line">
          <span>{text.created(formatDateTime(entry.date_created, timeZone))}</span>
          <span>{entry.author_name.toUpperCase()}</span>
        </span>
      }
      title={<Drawn name={entry.name} draw={draw} />}
      label={<Labels entry={entry} draw={draw} />}
      lines={[
        <span key="patient" className="single-draw-line">
          <span className="single-draw-patient">
            {entry.patient}
            {draw.patient_id !== '' && ` (${draw.patient_id})`}
          </span>
          <span>{entry.procedure}</span>
        </span>,
        ...(voiding === undefined
          ? []
          : [
              <span key="voiding" className="single-draw-voiding">
                {text.voidedBy(voiding.by_name, formatDateTime(voiding.at, timeZone), voiding.reason)}
              </span>,
            ]),
      ]}
      selected={selected}
      struck={entry.voided}
      onPress={() => onOpen(entry._id)}
      leading={
        entry.voided ? (
          <span className="card-no-choice" />
        ) : (
          <Checkbox
            label={text.select(called)}
            hideLabel
            checked={selected}
            onChange={() => onSelect(entry._id)}
          />
        )
      }
      trailing={
        mayDelete && (
          <IconButton label={text.remove(called)} icon={<Trash2 />} onClick={() => onDelete(entry)} />
        )
      }
    />
  )
})

function Drawn({ name, draw }: { name: string; draw: DrawCard }) {
  return (
    <span className="single-draw-drawn">
      <DrawnVolume volume={draw.drug_volume} />{' '}
      <span className="single-draw-drug">
        {name}{' '}
        <span className="single-draw-per-ml quiet small">
          {text.perMl(formatNumber(draw.drug_concentration))}
        </span>
      </span>
    </span>
  )
}

function Labels({ entry, draw }: { entry: ListEntry; draw: DrawCard }) {
  return (
    <>
      {draw.drug_form !== 'INJECTION' && <Badge>{draw.drug_form}</Badge>}
      {draw.schedule !== undefined && <Badge kind="controlled">{text.controlled(draw.schedule)}</Badge>}
      {entry.flags?.includes('time_unconfirmed') && <Badge kind="attention">{text.timeUnconfirmed}</Badge>}
      {entry.pending && <Badge kind="attention">{text.pending}</Badge>}
      {entry.voided && <Badge kind="harm">{text.voided}</Badge>}
    </>
  )
}
