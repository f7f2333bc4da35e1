import { memo, useDeferredValue, useEffect, type ReactNode } from 'react'
import { weightText } from 'sync-protocol/rules/dose'
import type { DoseRow } from 'sync-protocol/rules/sheet-guard'
import type { PaperClinic } from '../../exports/clinic-on-paper.ts'
import { useStore } from 'zustand'
import { syncStatus } from '../../data/database/sync-status.ts'
import { changeAnd } from '../../records/changed-patient.ts'
import type { UnusualWeight } from '../../records/unusual-weight.ts'
import { useUnusualWeightOf } from '../../records/use-unusual-weight-of.ts'
import { lackingLimitLines } from '../../records/dose-lines.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { GuardLines } from '../../ui/guard-lines.tsx'
import { SettledStatus } from '../../ui/settled-status.tsx'
import { openWithToastRoom } from '../../ui/toast-room.ts'
import { DefibrillationPart } from './defibrillation-part.tsx'
import { emergencyPaperOf } from './emergency-paper-of.ts'
import { nameOfPatient, type Patient } from '../../records/patient.ts'
import { EmergencyTable } from './emergency-table.tsx'
import { emergencyText as text } from './emergency-text.ts'
import { PatientHead } from '../../records/patient-head.tsx'
import { patientText } from '../../records/patient-text.ts'
import { PrintButton } from './print-button.tsx'
import { ReversalPart } from './reversal-part.tsx'
import { useEmergencyLists, type EmergencyList, type EmergencyLists } from './use-emergency-list.ts'
import { useEmergencyRows } from './use-emergency-rows.ts'
import { useAgents, type Agents } from './use-reversals.ts'

interface PatientDosesProps {
  patient: Patient
  /** What another tablet made of the patient. */
  change: UnusualWeight | null
  renderCode: (patient: Patient) => ReactNode
  onOther: () => void
}

/** A patient, the emergency drugs, what reverses those of the sheet, and the energy of a shock. */
export function PatientDoses({ patient, change, renderCode, onOther }: PatientDosesProps) {
  const { species, weight, units, sheet } = patient
  const lists = useEmergencyLists(species, sheet?.emergency ?? null)
  const { list } = lists
  const rows = useEmergencyRows(patient, list)
  const agents = useAgents()
  const isLoading = useStore(syncStatus, ({ state, libraryLoaded }) => state !== 'reading' && !libraryLoaded)
  // They come below the messages that stand already.
  useEffect(openWithToastRoom, [])
  // The doses come first.
  const beside = useDeferredValue(patient, null)
  const weighed = { species, weight, weight_units: units, estimated: patient.estimated, ...sheet }
  const unusual = changeAnd(change, useUnusualWeightOf(weighed))
  const who = nameOfPatient(patient) || patientText.speciesNames[species]
  const said =
    list && text.said(list.drugs.length, `${who}, ${weightText(weight, units, patient.estimated) ?? ''}`)
  const paper =
    list === null || agents === 'reading'
      ? null
      : (clinic: PaperClinic, at: string) => {
          const words = unusual?.words ?? null
          return emergencyPaperOf({ patient, list, rows, agents, isLoading, unusual: words, at }, clinic)
        }
  return (
    <>
      <PatientHead className="now-head" patient={patient} unusual={unusual}>
        {renderCode(patient)}
        <PrintButton paper={paper} name={who} />
        <Button onClick={onOther}>{patientText.otherPatient}</Button>
      </PatientHead>
      <div className="now-parts">
        <SettledStatus text={said ?? ''} />
        <div className="now-columns">
          <div className="now-doses">
            <Choices {...lists} />
            {lists.failed && (
              <Banner kind="harm" title={text.failed} action={{ label: text.again, onPress: lists.again }} />
            )}
            {isLoading && <Banner kind="attention" title={text.notLoaded} />}
            {list !== null && (
              <Doses key={lists.chosen ?? list.from} {...{ patient, list, rows, isLoading }} />
            )}
          </div>
          {beside !== null && <Beside patient={beside} agents={agents} />}
        </div>
      </div>
    </>
  )
}

const Beside = memo(function Beside({ patient, agents }: { patient: Patient; agents: Agents }) {
  return (
    <div className="now-beside">
      <ReversalPart patient={patient} agents={agents} />
      <DefibrillationPart weight={patient} />
    </div>
  )
})

/** The clinic's other emergency protocols for the species. */
function Choices({ choices, chosen, choose }: EmergencyLists) {
  if (choices.length === 0) return null
  return (
    <fieldset className="now-choices">
      <legend className="visually-hidden">{text.otherLists}</legend>
      {choices.map(({ _id, name }) => (
        <button
          key={_id}
          type="button"
          className="now-choice"
          aria-pressed={_id === chosen}
          onClick={() => choose(_id)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  )
}

interface DosesProps {
  patient: Patient
  list: EmergencyList
  rows: readonly DoseRow[]
  /** What is not here may be on its way. */
  isLoading: boolean
}

function Doses({ patient, list, rows, isLoading }: DosesProps) {
  const animals = text.animals[patient.species]
  return (
    <>
      {list.from === 'library' && !isLoading && (
        <p className="now-note">
          {list.drugs.length === 0 ? text.nothing(animals) : text.noProtocol(animals)}
        </p>
      )}
      {list.from === 'unreadable' && <Banner kind="attention">{text.unreadable}</Banner>}
      {list.drugs.length > 0 && <EmergencyTable patient={patient} list={list} rows={rows} />}
      <div className="now-note">
        <GuardLines findings={lackingLimitLines(rows)} />
      </div>
    </>
  )
}
