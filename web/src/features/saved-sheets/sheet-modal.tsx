import { useLiveQuery } from 'dexie-react-hooks'
import { CopyPlus, Maximize2 } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { tapsOfSheet } from '../../data/view/code-events.ts'
import { correctionOf } from '../../data/view/corrections.ts'
import { getRecord } from '../../data/view/records.ts'
import { copyOf, paths } from '../../paths.ts'
import { savedOtherwise, savedWithOf, sheetOfSaved } from '../../records/row-weighing.ts'
import { useBesideSaved } from '../../records/saved-beside.ts'
import { useSectionClasses } from '../../records/use-section-classes.ts'
import { useSheetWeight } from '../../records/use-sheet-weight.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import type { GuardLine } from '../../ui/guard-lines.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Modal } from '../../ui/modal.tsx'
import { roomText } from '../../ui/room-view-text.ts'
import type { PaperClinic } from '../../exports/clinic-on-paper.ts'
import { SavedRoom } from './saved-room.tsx'
import { correctedWords, savedPaper, type ExportPaper } from './saved-paper.ts'
import { savedSheetsText as text } from './saved-sheets-text.ts'
import { SheetView } from './sheet-view.tsx'

export type RenderExport = (paper: ExportPaper) => ReactNode

interface SheetModalProps {
  id: string
  /** The patient, known before the record is read. */
  name: string
  timeZone: string
  whose: PaperClinic
  renderExport: RenderExport
  onClose: () => void
}

export function SheetModal({ id, name, timeZone, whose, renderExport, onClose }: SheetModalProps) {
  const record = useLiveQuery(async () => (await getRecord('sheets', id)) ?? null, [id])
  const corrected = useLiveQuery(async () => (await correctionOf(id)) ?? null, [id])
  const taps = useLiveQuery(() => tapsOfSheet(id), [id])
  const classes = useSectionClasses()
  const weight = useSheetWeight(id)
  const beside = useBesideSaved()
  const [exporting, setExporting] = useState(false)
  const [fromAfar, setFromAfar] = useState(false)
  if (record === undefined || classes === undefined || corrected === undefined) return null
  if (record === null || record.content === null) {
    return (
      <Modal title={text.sheetFor(name)} onClose={onClose}>
        <p>{text.gone}</p>
      </Modal>
    )
  }
  const sheet = record.content
  const { voided } = record
  const { author_name } = record.meta
  const correctedTo = corrected === null ? undefined : correctedWords(corrected, timeZone)
  const paper = savedPaper({ ...record, content: sheet }, whose, correctedTo)
  if (exporting) {
    return (
      <Modal title={text.exportSettings} onClose={onClose} back={() => setExporting(false)}>
        {renderExport(paper)}
      </Modal>
    )
  }
  const warnings = [
    ...(paper.volumes_differ ? [text.volumesDifferSaid] : []),
    ...(paper.dose_unexplained ? [text.doseUnexplainedSaid] : []),
  ]
  const by =
    corrected === null
      ? ''
      : text.correctedSaid(corrected.meta.author_name, formatDateTime(corrected.meta.date_created, timeZone))
  const later = corrected === null ? undefined : { ...savedWithOf(corrected.content), isCorrection: true }
  const other = savedOtherwise(beside(id) ?? later, sheetOfSaved(sheet))
  const findings: GuardLine[] = [
    ...(other === null
      ? []
      : [
          {
            level: other.isDoubtful === true ? ('amber' as const) : ('red' as const),
            words: `${other.title}. ${other.here}`,
          },
        ]),
    ...warnings.map(({ title, short }) => ({ level: 'red' as const, words: `${title}: ${short}` })),
    ...(weight === null ? [] : [{ level: weight.level, words: weight.short }]),
  ]
  return (
    <Modal
      title={text.sheetFor(sheet.name)}
      onClose={onClose}
      size="wide"
      // Nobody draws by a sheet that was deleted, nor by paper of it.
      {...(voided === undefined && {
        footer: (
          <>
            {sheet.species !== 2 && <CopyButton id={id} onClose={onClose} />}
            <Button icon={<Maximize2 aria-hidden />} onClick={() => setFromAfar(true)}>
              {roomText.open}
            </Button>
            <Button kind="primary" onClick={() => setExporting(true)}>
              {text.export}
            </Button>
          </>
        ),
      })}
    >
      {fromAfar && <SavedRoom sheet={sheet} findings={findings} onClose={() => setFromAfar(false)} />}
      <div className="stack">
        {voided !== undefined && (
          <Banner kind="harm" title={text.gone}>
            {text.doNotDraw(voided.by_name, formatDateTime(voided.at, timeZone))}
          </Banner>
        )}
        {other !== null && (
          <Banner kind={other.isDoubtful === true ? 'attention' : 'harm'} title={other.title}>
            {[other.here, by].join(' ')}
          </Banner>
        )}
        {other === null && by !== '' && (
          <Banner kind="attention" title={text.corrected}>
            {by}
          </Banner>
        )}
        {warnings.map(({ title, words }) => (
          <Banner key={title} kind="harm" title={title}>
            {words}
          </Banner>
        ))}
        <SheetView taps={taps} sheet={sheet} preparer={author_name} weight={weight} classes={classes} />
      </div>
    </Modal>
  )
}

/** Opens a new sheet for the same patient with the same plan, whose weight is asked anew. */
function CopyButton({ id, onClose }: { id: string; onClose: () => void }) {
  const navigate = useNavigate()
  const copy = () => {
    onClose()
    void navigate(paths.newSheet, { state: copyOf(id) })
  }
  return (
    <Button className="sheet-copy" icon={<CopyPlus aria-hidden />} onClick={copy}>
      <span>
        {text.copy}
        <span className="sheet-copy-where"> {text.copyWhere}</span>
      </span>
    </Button>
  )
}
