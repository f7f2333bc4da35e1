import { OctagonAlert, Syringe, Tag, TriangleAlert } from 'lucide-react'
import { useCallback, useRef } from 'react'
import type { SheetDraft } from 'sync-protocol/records/draft'
import { largeWeight } from 'sync-protocol/rules/dose'
import type { DoseRow } from 'sync-protocol/rules/sheet-guard'
import { useStore } from 'zustand'
import { session as signedIn } from '../../data/people/session.ts'
import type { UnusualWeight } from '../../records/unusual-weight.ts'
import { labelsPrintedText } from '../../records/labels-printed-text.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SettledStatus } from '../../ui/settled-status.tsx'
import { SpeciesPicture } from '../../ui/species-picture.tsx'
import { useScrollStop } from '../../ui/use-scroll-stop.ts'
import { DoubleCheck } from './double-check.tsx'
import { MODAL_STEP } from './modal-steps.ts'
import { LackingLimits } from './dose-findings.tsx'
import { pickerPressed, reasonGiven } from './open-sheet.ts'
import { useDoseRows } from './use-dose-rows.ts'
import { AnesthesiaTables, EmergencyTable } from './protocol-tables.tsx'
import { useSession, useSheet } from './session-context.ts'
import { sheetText } from './sheet-text.ts'
import { volumesSaid, whatIsMissing } from './volumes-said.ts'
import { useUnusualWeight } from './weight-guard.tsx'
import './volumes.css'
import { pictureOf } from '../../records/patient.ts'

type Chosen = Pick<SheetDraft, 'anesthesia_protocol' | 'emergency_protocol'>

/** A routine protocol leaves room below it on a tablet: its numbers take it, to be read from across a table. */
const FEW_ROWS = 8

const rowsOf = ({ anesthesia_protocol: anesthesia, emergency_protocol: emergency }: Chosen) =>
  (anesthesia?.content.sections.reduce((sum, { drugs }) => sum + drugs.length, 0) ?? 0) +
  (anesthesia?.content.fluids?.length ?? 0) +
  (emergency?.content.drugs.length ?? 0)

export interface VolumesPanelProps {
  /** The other weight for which labels of this sheet were printed. */
  printedFor: string | undefined
  onLabels: () => void
}

/** What to draw up: the reason for the screen. */
export function VolumesPanel({ printedFor, onLabels }: VolumesPanelProps) {
  const session = useSession()
  const species = useSheet(({ sheet }) => sheet.draft.species)
  const anesthesia = useSheet(({ sheet }) => sheet.draft.anesthesia_protocol)
  const emergency = useSheet(({ sheet }) => sheet.draft.emergency_protocol)
  const weight = useSheet(({ sheet }) => sheet.draft.weight)
  const units = useSheet(({ sheet }) => sheet.draft.weight_units)
  const named = useSheet(({ sheet }) => sheet.draft.name !== '')
  const sheets = useSheet((state) => state.sheets)
  const chosen = anesthesia !== null || emergency !== null
  const few = rowsOf({ anesthesia_protocol: anesthesia, emergency_protocol: emergency }) <= FEW_ROWS
  const said = useSheet(({ sheet }) => volumesSaid(sheet.draft))
  const rows = useDoseRows({ anesthesia_protocol: anesthesia, emergency_protocol: emergency }, true)
  const name = useStore(signedIn, ({ user }) => user?.name ?? '')
  const onReason = useCallback(
    (row: DoseRow, reason: string) => session.update((sheet) => reasonGiven(sheet, row, reason, name)),
    [session, name],
  )
  const panel = useRef<HTMLElement>(null)
  useScrollStop(panel)
  return (
    <section className="volumes" ref={panel} aria-label={sheetText.volumes}>
      {/* Of nobody there is nothing to say that the words below do not say. */}
      {(chosen || named || species !== -1 || weight !== '') && <VolumesHead chosen={chosen} rows={rows} />}
      <SettledStatus text={said} />
      {!chosen && (
        <EmptyState
          icon={<Syringe />}
          title={sheetText.emptyTitle}
          text={species === -1 ? sheetText.emptyStart : sheetText.emptyText}
          {...(species !== -1 && {
            action: {
              label: sheetText.chooseProtocol,
              onPress: () => session.update((sheet) => pickerPressed(sheet, MODAL_STEP.anesthesiaProtocols)),
            },
          })}
        />
      )}
      {chosen && (
        // What is being typed there is of one patient.
        <div key={sheets} className={few ? 'volumes-tables volumes-few' : 'volumes-tables'}>
          {anesthesia !== null && (
            <div className="volumes-plan">
              <AnesthesiaTables
                protocol={anesthesia.content}
                weight={weight}
                units={units}
                rows={rows}
                onReason={onReason}
              />
            </div>
          )}
          {emergency !== null && (
            <div className="volumes-emergency">
              <EmergencyTable
                protocol={emergency.content}
                weight={weight}
                units={units}
                rows={rows}
                onReason={onReason}
              />
            </div>
          )}
          <LackingLimits rows={rows} />
          {anesthesia !== null && (
            // In one place with and without its words: nothing moves while the weight is typed.
            <div className="volumes-labels" data-old={printedFor === undefined ? undefined : true}>
              <Button icon={<Tag aria-hidden />} onClick={onLabels}>
                {labelsPrintedText.open}
              </Button>
              <p aria-live="polite">{printedFor !== undefined && labelsPrintedText.printedFor(printedFor)}</p>
            </div>
          )}
        </div>
      )}
    </section>
  )
}

function VolumesHead({ chosen, rows }: { chosen: boolean; rows: readonly DoseRow[] }) {
  const species = useSheet(({ sheet }) => sheet.draft.species)
  const name = useSheet(({ sheet }) => sheet.draft.name)
  const weight = useSheet(({ sheet }) => sheet.draft.weight)
  const units = useSheet(({ sheet }) => sheet.draft.weight_units)
  const estimated = useSheet(({ sheet }) => sheet.draft.estimated)
  const both = units === '-' ? null : largeWeight(weight, units, estimated)
  const unusual = useUnusualWeight()
  return (
    <header className="volumes-head">
      <SpeciesPicture species={pictureOf(species)} size={44} />
      <div className="volumes-patient">
        <h2 className="title-3">{sheetText.volumesOf(name)}</h2>
        {species !== -1 && <span className="quiet small">{sheetText.speciesNames[species]}</span>}
      </div>
      {both === null ? (
        chosen && <span className="volumes-missing">{whatIsMissing({ weight, weight_units: units })}</span>
      ) : (
        <div className="volumes-weighed">
          <span className="volumes-weight tabular">{both}</span>
          {unusual !== null && (
            <WeightMark
              level={unusual.level}
              words={unusual.mark ?? sheetText.unusualWeight[unusual.level]}
            />
          )}
        </div>
      )}
      {chosen && <DoubleCheck rows={rows} />}
    </header>
  )
}

/** In sight while the volumes are: what is said of the weight stands at its field. */
function WeightMark({ level, words }: Pick<UnusualWeight, 'level' | 'words'>) {
  const Mark = level === 'red' ? OctagonAlert : TriangleAlert
  return (
    <span className={`volumes-unusual volumes-unusual-${level}`}>
      <Mark aria-hidden />
      {words}
    </span>
  )
}
