import { useLiveQuery } from 'dexie-react-hooks'
import type { ReactNode } from 'react'
import { getRecord } from '../../data/view/records.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { DrugName } from '../../ui/drug-name.tsx'
import { formatDate, formatDateTime, formatNumber } from '../../ui/format.ts'
import { Modal } from '../../ui/modal.tsx'
import { SpeciesPicture } from '../../ui/species-picture.tsx'
import { DrawnVolume } from './drawn-volume.tsx'
import { singleDrawsText as text } from './single-draws-text.ts'
import { pictureOf } from '../../records/patient.ts'

interface DrawViewerProps {
  id: string
  timeZone: string
  /** Absent for those who may not, and for what is voided. */
  onDelete?: (() => void) | undefined
  onClose: () => void
}

/** One single draw, to be read (`spec 2 §2`). */
export function DrawViewer({ id, timeZone, onDelete, onClose }: DrawViewerProps) {
  const record = useLiveQuery(async () => (await getRecord('draws', id)) ?? null, [id])
  if (record === undefined) return null
  const draw = record?.content
  const footer = (
    <>
      {onDelete !== undefined && <Button onClick={onDelete}>{text.delete}</Button>}
      <Button kind="primary" onClick={onClose}>
        {text.close}
      </Button>
    </>
  )
  if (record === null || draw === null || draw === undefined)
    return (
      <Modal title={text.viewTitle('')} onClose={onClose} footer={footer}>
        <p>{text.gone}</p>
      </Modal>
    )
  const { species, reason, patient_name, patient_id } = draw.sheet_data
  const { voided, meta, flags } = record
  return (
    <Modal title={text.viewTitle(text.speciesNames[species])} onClose={onClose} footer={footer}>
      <div className="stack">
        {voided !== undefined && (
          <Banner kind="attention" title={text.voided}>
            {text.voidedBy(voided.by_name, formatDateTime(voided.at, timeZone), voided.reason)}
          </Banner>
        )}
        {flags?.includes('volume_differs') && (
          <Banner kind="attention" title={text.volumeDiffers}>
            {text.volumeDiffersSaid}
          </Banner>
        )}
        <dl className="single-draw-facts">
          <Fact label={text.volume} wide>
            <DrawnVolume volume={draw.drug_volume} large />
          </Fact>
          <Fact label={text.drug} wide>
            <span className="single-draw-drug">
              <DrugName name={draw.drug_name} />
            </span>{' '}
            <span className="quiet">{text.perMl(formatNumber(draw.drug_concentration))}</span>
          </Fact>
          <Fact label={text.patientName}>{patient_name}</Fact>
          <Fact label={text.patientId}>{patient_id ?? text.none}</Fact>
          <Fact label={text.species}>
            <span className="row">
              <SpeciesPicture species={pictureOf(species)} size={32} />
              {text.speciesNames[species]}
            </span>
          </Fact>
          <Fact label={text.reason}>{reason}</Fact>
          <Fact label={text.form}>{draw.drug_form}</Fact>
          <Fact label={text.date}>{formatDate(draw.day)}</Fact>
          <Fact label={text.author} wide>
            {meta.author_name}, {formatDateTime(meta.date_created, timeZone)}
          </Fact>
        </dl>
      </div>
    </Modal>
  )
}

function Fact({ label, wide = false, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'single-draw-fact-wide' : undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
