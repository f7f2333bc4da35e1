import { perMl } from 'sync-protocol/records/amount-unit'
import type { EmergencyDrug } from 'sync-protocol/records/emergency-protocol'
import { defibrillation } from 'sync-protocol/rules/defibrillation'
import { saidWeight, type Volume } from 'sync-protocol/rules/dose'
import { emergencyVolumes } from 'sync-protocol/rules/emergency-doses'
import type { ReversalRow } from 'sync-protocol/rules/reversals'
import type { DoseRow } from 'sync-protocol/rules/sheet-guard'
import type { PaperClinic } from '../../exports/clinic-on-paper.ts'
import type { EmergencyPaper, EmergencyPaperPart, EmergencyPaperRow } from '../../exports/emergency-paper.ts'
import { doseLines, flagWords } from '../../records/dose-lines.ts'
import { emergencyAmounts } from '../../records/dose-parts.tsx'
import { doseText } from '../../records/dose-text.ts'
import { formatNumber } from '../../ui/format.ts'
import { nameOfPatient, type Patient } from '../../records/patient.ts'
import { patientText } from '../../records/patient-text.ts'
import { emergencyText as text, titleOfList } from './emergency-text.ts'
import { unopposedWords } from './reversal-part.tsx'
import type { EmergencyList } from './use-emergency-list.ts'
import { givenBySheet, reversalsOf, type Agents } from './use-reversals.ts'

interface Shown {
  patient: Patient
  list: EmergencyList
  /** What the guards say of the list's drugs, in their order. */
  rows: readonly DoseRow[]
  agents: Agents
  /** The library is not all here yet. */
  isLoading: boolean
  /** What is unusual about the weight. */
  unusual: string | null
  /** When it is printed, in words. */
  at: string
}

/** No number parts from its unit. */
const amounts = (each: readonly string[]): string =>
  each.map((amount) => amount.replaceAll(' ', '\u00a0')).join(' · ')

const flagNotes = (volume: Volume | null, of?: string): string[] => {
  const why = flagWords(volume)
  return why === null ? [] : [of === undefined ? why : `${of}: ${why}`]
}

function drugRow(drug: EmergencyDrug, { weight, units }: Patient, row?: DoseRow): EmergencyPaperRow {
  const volumes = emergencyVolumes(drug, { weight, units })
  const { low = null, high = null } = volumes ?? {}
  const flags =
    low?.exact === high?.exact ? flagNotes(low) : [...flagNotes(low, text.low), ...flagNotes(high, text.high)]
  const said = row === undefined ? [] : doseLines(row, low?.flag === 'too-small').map(({ words }) => words)
  const { controlled, schedule } = drug
  return {
    volume: volumes?.text ?? '',
    unit: 'ml',
    name: drug.name,
    route: drug.route,
    amounts: amounts(emergencyAmounts(drug)),
    notes: [
      ...said,
      ...flags,
      ...(controlled
        ? [schedule === undefined ? doseText.controlled : doseText.controlledSchedule(schedule)]
        : []),
    ],
  }
}

const sourceOf = ({ reference = '' }: { reference?: string | undefined }): string[] =>
  reference === '' ? [] : [text.source(reference)]

function reversalRow(row: Exclude<ReversalRow, { kind: 'no-reversal' }>): EmergencyPaperRow {
  const remark = row.remark === undefined ? [] : [row.remark]
  if (row.kind === 'not-recorded')
    return {
      volume: '',
      unit: 'ml',
      name: row.drug,
      route: '',
      amounts: '',
      notes: [text.notRecorded, ...remark],
    }
  const { drug, agent, route, amount, volume, note } = row
  return {
    volume: volume.text,
    unit: 'ml',
    name: text.reversal(drug, agent.name),
    route,
    amounts: amounts([amount.text, doseText.amount(formatNumber(agent.concentration), perMl(agent))]),
    notes: [...remark, ...(note === undefined ? [] : [note]), ...flagNotes(volume), ...sourceOf(agent)],
  }
}

function reversalPart({ patient, agents }: Shown): EmergencyPaperPart[] {
  const given = givenBySheet(patient)
  if (given === null) return []
  const reversals = reversalsOf(patient, agents)
  // What is missing must not look as if there were none.
  if (reversals === null) return [{ title: text.reversals, rows: [], after: [text.failed] }]
  if (reversals.rows.length === 0) return []
  const none = reversals.rows.flatMap((row) => (row.kind === 'no-reversal' ? row.drug : []))
  return [
    {
      title: text.reversals,
      rows: reversals.rows.flatMap((row) => (row.kind === 'no-reversal' ? [] : reversalRow(row))),
      after: [
        ...(none.length > 0 ? [text.noReversal(none)] : []),
        ...(reversals.unopposed ? [unopposedWords(given)] : []),
      ],
    },
  ]
}

function joulesPart(patient: Patient): EmergencyPaperPart[] {
  const joules = defibrillation(patient)
  if (joules === null) return []
  const rows = (['biphasic', 'monophasic'] as const).map((wave) => ({
    volume: joules[wave] === null ? '' : text.joules(joules[wave].low, joules[wave].high),
    unit: 'J',
    name: text.waves[wave],
    route: '',
    amounts: text.perKg[wave],
    notes: joules[wave] === null ? [text.belowOneJoule] : [],
  }))
  return [{ title: text.defibrillation, rows, after: [] }]
}

/** The paper of what the screen shows. */
export function emergencyPaperOf(shown: Shown, clinic: PaperClinic): EmergencyPaper {
  const { patient, list, rows, isLoading, unusual } = shown
  const { species, weight, units, estimated, sheet } = patient
  const [typed, other] = saidWeight(weight, units, estimated) ?? ['', '']
  const animals = text.animals[species]
  return {
    ...clinic,
    title: text.doses,
    patient: nameOfPatient(patient) || (sheet === null ? patientText.notFromSheet : patientText.noName),
    species: patientText.speciesNames[species],
    weight: typed,
    otherWeight: other,
    printed: text.printed(shown.at),
    before: [
      ...(unusual === null ? [] : [unusual]),
      ...(isLoading ? [text.notLoaded] : []),
      ...(list.from === 'library' && !isLoading ? [text.noProtocol(animals)] : []),
      ...(list.from === 'unreadable' ? [text.unreadable] : []),
    ],
    parts: [
      {
        title: titleOfList(list),
        rows: list.drugs.map((drug, place) => drugRow(drug, patient, rows[place])),
        after: [],
      },
      ...reversalPart(shown),
      ...joulesPart(patient),
    ],
  }
}
