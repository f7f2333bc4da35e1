import { memo } from 'react'
import type { DrawCard } from '../../data/lists/draw-card.ts'
import type { ListEntry } from '../../data/lists/list-search.ts'
import { ListCard, type CardOf } from '../../records/list-card.tsx'
import { Badge } from '../../ui/badge.tsx'
import { DrugName } from '../../ui/drug-name.tsx'
import { formatDateTime, formatNumber } from '../../ui/format.ts'
import { DrawnVolume } from './drawn-volume.tsx'
import { singleDrawsText as text } from './single-draws-text.ts'

/** '0.5 ml Ketamine for Rex' */
export const nameOfDraw = ({ name, patient, card }: ListEntry) =>
  text.called(formatNumber(card.draw?.drug_volume ?? 0), name, patient ?? '')

/** The volume and the drug first; a voided one struck through, with who, when and why. */
export const SingleDrawCard = memo(function SingleDrawCard({
  timeZone,
  ...props
}: CardOf & { timeZone: string }) {
  const { name, author_name, date_created, patient, procedure, voiding, card } = props.entry
  const { draw } = card
  if (draw === undefined) return null
  return (
    <ListCard
      {...props}
      called={nameOfDraw(props.entry)}
      meta={
        <span className="list-card-meta">
          <span>
            <span className="list-card-word">{text.created} </span>
            {formatDateTime(date_created, timeZone)}
          </span>
          <span>{author_name.toUpperCase()}</span>
        </span>
      }
      title={<Drawn name={name} draw={draw} />}
      label={
        <>
          {draw.drug_form !== 'INJECTION' && <Badge>{draw.drug_form}</Badge>}
          {props.entry.flags?.includes('volume_differs') && (
            <Badge kind="attention">{text.volumeDiffers}</Badge>
          )}
          {draw.schedule !== undefined && <Badge kind="controlled">{text.controlled(draw.schedule)}</Badge>}
        </>
      }
      lines={[
        <span key="patient" className="list-card-facts">
          <span className="single-draw-patient">
            {patient}
            {draw.patient_id !== '' && ` (${draw.patient_id})`}
          </span>
          <span>{procedure}</span>
        </span>,
        ...(voiding === undefined
          ? []
          : [
              <span key="voiding" className="single-draw-voiding">
                {text.voidedBy(voiding.by_name, formatDateTime(voiding.at, timeZone), voiding.reason)}
              </span>,
            ]),
      ]}
    />
  )
})

function Drawn({ name, draw }: { name: string; draw: DrawCard }) {
  return (
    <span className="single-draw-drawn">
      <DrawnVolume volume={draw.drug_volume} />{' '}
      <span className="single-draw-drug">
        <DrugName name={name} />{' '}
        <span className="single-draw-per-ml quiet small">
          {text.perMl(formatNumber(draw.drug_concentration))}
        </span>
      </span>
    </span>
  )
}
