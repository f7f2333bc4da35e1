import { useEffect, useMemo } from 'react'
import { codeIdOf } from 'sync-protocol/records/sheet-id'
import type { SheetOfRow } from 'sync-protocol/rules/row-weight'
import { codeState } from 'sync-protocol/rules/code'
import { defibrillation } from 'sync-protocol/rules/defibrillation'
import type { Volume } from 'sync-protocol/rules/dose'
import { emergencyVolumes } from 'sync-protocol/rules/emergency-doses'
import type { DoseRow } from 'sync-protocol/rules/sheet-guard'
import { now } from '../data/database/time.ts'
import type { CodePatient } from 'sync-protocol/records/code-event'
import { numberText } from 'sync-protocol/rules/number-input'
import { besideOf, codePatientOf, type CodeFor } from '../features/code/code-patient.ts'
import type { Followed } from '../records/changed-patient.ts'
import { patientOfSheet, type Patient, type SheetAtHand } from '../records/patient.ts'
import { twoVersions, useRowWeighing } from '../records/row-weighing.ts'
import { patientOfCode } from '../data/view/code-events.ts'
import { CodeDialog, type CodeDrug } from '../features/code/code-dialog.tsx'
import { codeText } from '../features/code/code-text.ts'
import { keepOpenCode } from '../features/code/open-code.ts'
import type { Code } from '../features/code/recording.ts'
import { useTaps } from '../features/code/use-taps.ts'
import { useEmergencyLists } from '../features/emergency-now/use-emergency-list.ts'
import { useEmergencyRows } from '../features/emergency-now/use-emergency-rows.ts'
import { codeSheetAtHand } from '../features/new-sheet/sheet-at-hand.ts'
import { doseLines, flagWords } from '../records/dose-lines.ts'
import type { GuardLine } from '../ui/guard-lines.tsx'

interface OpenCodeProps {
  code: Code
  /** The sheet at hand: its emergency protocol counts where the code is its own. */
  sheet: SheetAtHand | null | undefined
  userId: string
  /** What the sheet of a patient who was chosen says by now. */
  follow: (patient: Patient) => Followed
  onClose: () => void
}

/** What the guards say of a drug, and which of its volumes cannot be measured. */
function warningsOf(row: DoseRow | undefined, low: Volume | null, high: Volume | null): GuardLine[] {
  const found = row === undefined ? [] : doseLines(row, low?.flag === 'too-small')
  const flags = new Set([flagWords(low), flagWords(high)])
  return [
    ...found,
    ...[...flags].flatMap((words) => (words === null ? [] : [{ level: 'amber' as const, words }])),
  ]
}

const codeForOf = ({ species, weight, units, estimated, sheet }: Patient): CodeFor => ({
  sheetId: null,
  name: sheet?.name ?? '',
  species,
  weight,
  units,
  estimated,
})

/** The patient of a sheet that is not the one at hand, or that it was reset or deleted; null while it says nothing. */
function followedOf(
  { sheetId }: Code,
  of: CodePatient | undefined,
  follow: (patient: Patient) => Followed,
): Patient | 'ended' | null {
  if (sheetId === undefined || of === undefined) return null
  const { species, name = '', weight = 0, weight_units: units = 'kg' } = of
  const sheet = { name, patient_id: '', saved_as: null, given: [], emergency: null }
  const says = follow({ species, weight: numberText(weight), units, sheet, sheetId })
  return says === 'changing' ? null : says
}

/** The sheet as the day list and two tablets' weights are compared with it; one that says nothing is of nobody. */
const sheetOfRowOf = (patient: Patient | null | undefined): SheetOfRow => ({
  species: patient?.species ?? -1,
  name: patient?.sheet?.name ?? '',
  patient_id: patient?.sheet?.patient_id ?? '',
  weight: patient?.weight ?? '',
  weight_units: patient?.units ?? '-',
  ...(patient?.estimated === true && { estimated: true }),
})

/** Where a code and the emergency doses of its patient meet. */
export function OpenCode({ code, sheet, userId, follow, onClose }: OpenCodeProps) {
  const taps = useTaps(code.codeId)
  const patient = useMemo(() => patientOfCode(taps ?? []), [taps])
  const isOver = taps !== undefined && codeState(taps, now()).stoppedAt !== null
  useEffect(() => {
    // Stopped, here or on another tablet: nobody need come back to it.
    if (isOver) keepOpenCode(userId, null)
  }, [isOver, userId])
  const ownId = sheet ? codeSheetAtHand(userId, sheet) : null
  const isOwn = ownId !== null && codeIdOf(ownId) === code.codeId
  const own = (isOwn && sheet?.emergency_protocol?.content) || null
  const { list } = useEmergencyLists(patient?.species ?? 0, own)
  const { weight, weight_units: units } = patient ?? {}
  const species = patient?.species ?? 0
  const known = useMemo(
    () => (weight === undefined || units === undefined ? null : { species, weight: String(weight), units }),
    [species, weight, units],
  )
  const rows = useEmergencyRows(known, list)
  const drugs = useMemo(
    (): CodeDrug[] =>
      (list?.drugs ?? []).map((drug, place) => {
        const { low = null, high = null, isOne } = (known && emergencyVolumes(drug, known)) ?? {}
        return {
          name: drug.name,
          volume: high ? codeText.volume(isOne ? null : (low?.text ?? null), high.text, drug.route) : '',
          isOne: high !== null && isOne === true,
          warnings: warningsOf(rows[place], low, high),
        }
      }),
    [list, known, rows],
  )
  const says = useMemo(
    () => (isOwn ? sheet && patientOfSheet(sheet) : followedOf(code, patient, follow)),
    [isOwn, sheet, code, patient, follow],
  )
  const isEnded = says === 'ended' || (isOwn && sheet?.put_away === true)
  const sheetNow = says === 'ended' ? null : says
  const isNow = sheetNow ? codePatientOf(codeForOf(sheetNow)) : null
  const beside = patient && isNow ? besideOf(patient, isNow, sheetNow?.sheet?.saved_with) : null
  const { set_aside, day_row } = sheetNow?.sheet ?? {}
  const sheetOfRow = sheetOfRowOf(sheetNow)
  const row = useRowWeighing(day_row, sheetOfRow)
  const other = twoVersions(set_aside, sheetOfRow) ?? row
  const joules = known === null ? null : (defibrillation(known)?.biphasic ?? null)
  return (
    <CodeDialog
      {...{ code, patient, isNow, isEnded, beside, other, joules, onClose }}
      drugs={patient === undefined ? [] : drugs}
    />
  )
}
