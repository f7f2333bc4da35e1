import type { SheetContent, SheetDrug, SheetEmergencyDrug } from 'sync-protocol/records/sheet'
import { aboutWeight, exactText, saidWeight, withEstimated } from 'sync-protocol/rules/dose'
import { savedCheck } from 'sync-protocol/rules/double-check'
import { isForDogsOnly } from 'sync-protocol/rules/emergency-doses'
import { numberText } from 'sync-protocol/rules/number-input'
import { savedDose } from 'sync-protocol/rules/saved-dose'
import { procedureName } from 'sync-protocol/rules/sheet'
import { isExplained } from 'sync-protocol/rules/sheet-guard'
import { saysTheSame } from './earlier-print.ts'
import { exportText } from './export-text.ts'
import { dayText, momentText } from './instant-text.ts'
import type { SheetPaper } from './sheet-paper.ts'

/** A volume as it stands on paper, without its unit. */
export interface ShownVolume {
  text: string
  /** What must be known before it is drawn up. */
  note: string | undefined
}

/** 0 stands for a volume that rounds to 0. The exact volume is kept where rounding matters. */
export function shownVolume(volume: number, exact: number | undefined): ShownVolume {
  if (volume === 0) {
    const { tooSmall, exactly } = exportText
    return {
      text: '<0.01',
      note: exact === undefined ? tooSmall : `${tooSmall}, ${exactly(exactText(exact))}`,
    }
  }
  return {
    text: numberText(volume),
    note: exact === undefined ? undefined : exportText.roundedFrom(exactText(exact)),
  }
}

const known = (notes: readonly (string | undefined)[]): string[] => notes.filter((note) => note !== undefined)

type Weighed = Pick<SheetContent, 'weight' | 'weight_units'>

const unusual = (drug: SheetDrug | SheetEmergencyDrug, weighed: Weighed) =>
  (savedDose(drug, weighed)?.red ?? '') === '' ? undefined : exportText.unusualDose

/** A dose that is red: what was found, and why it is given. */
export interface DoseReason {
  name: string
  words: string
}

export const doseReasons = (sheet: SheetContent): DoseReason[] =>
  [
    ...sheet.anesthesia_protocol.sections.flatMap(({ drugs }) => drugs),
    ...(sheet.emergency_protocol?.drugs ?? []),
  ].flatMap((drug) => {
    const { red = '', amber = '', reason = '' } = savedDose(drug, sheet) ?? {}
    return red === '' ? [] : [{ name: drug.name, words: known([red, amber || undefined, reason]).join(' ') }]
  })

/** What stands below a drug's name. */
export const drugNotes = (drug: SheetDrug, weighed: Weighed): string[] =>
  known([
    drug.controlled === true ? exportText.controlled(drug.schedule) : undefined,
    unusual(drug, weighed),
    shownVolume(drug.volume, drug.volume_exact).note,
  ])

/** Low and high are one volume, which stands there once. Of two that are too small to print only their exact ones tell. */
export const isOneVolume = ({
  volume_low,
  volume_high,
  volume_low_exact,
  volume_high_exact,
}: SheetEmergencyDrug): boolean =>
  volume_low === volume_high &&
  volume_low_exact === volume_high_exact &&
  (volume_low > 0 || volume_low_exact !== undefined)

/** Both volumes share one line, so a mixed pair says what to do and leaves the exact volumes to the screen. */
function volumeNotes(drug: SheetEmergencyDrug): string[] {
  const { low, high, tooSmall, exactly, roundedFrom, and } = exportText
  const { volume_low, volume_high, volume_low_exact, volume_high_exact } = drug
  if (isOneVolume(drug)) return known([shownVolume(volume_low, volume_low_exact).note])
  if (volume_low === 0 && volume_high === 0 && volume_low_exact && volume_high_exact) {
    return [`${tooSmall}, ${exactly(and(exactText(volume_low_exact), exactText(volume_high_exact)))}`]
  }
  const note = (label: string, volume: number, exact: number | undefined): string | undefined => {
    if (volume === 0) return `${label}: ${tooSmall}`
    return exact === undefined ? undefined : `${label}: ${roundedFrom(exactText(exact))}`
  }
  return known([note(low, volume_low, volume_low_exact), note(high, volume_high, volume_high_exact)])
}

export const emergencyNotes = (
  drug: SheetEmergencyDrug,
  sheet: Weighed & Pick<SheetContent, 'species'>,
): string[] => [
  ...known([isForDogsOnly(drug, sheet.species) ? exportText.dogsOnly : undefined, unusual(drug, sheet)]),
  ...volumeNotes(drug),
]

/** The notes of the procedure, '' where there are none. */
export function procedureNotes({ procedure }: SheetContent): string {
  return typeof procedure === 'string' ? '' : (procedure.notes ?? '').trim()
}

/** MM/DD/YYYY and the time of an instant; of one on the same day as `now` the time alone. */
function momentBefore(at: string, { at: now, timeZone }: NonNullable<SheetPaper['printed']>): string {
  const [moment, [day = '']] = [momentText(at, timeZone), momentText(now, timeZone).split(', ')]
  return moment.startsWith(`${day}, `) ? moment.slice(day.length + 2) : moment
}

/** What of an earlier print does not hold any more; undefined where there is none, or it says the same. */
function replaced({ sheet, before, printed }: SheetPaper): string | undefined {
  if (before === undefined || printed === undefined || saysTheSame(before, sheet)) return undefined
  const moment = momentBefore(before.at, printed)
  if (weightOf(before) === weightOf(sheet)) return exportText.changed(moment)
  const { weighed_at: at } = sheet
  const isSince = at !== undefined && Date.parse(at) > Date.parse(before.at)
  return exportText.weightChanged(isSince ? momentBefore(at, printed) : undefined, weightOf(before), moment)
}

function weightOf({
  weight,
  weight_units,
  estimated,
}: Pick<SheetContent, 'weight' | 'weight_units' | 'estimated'>) {
  const words = `${numberText(weight)} ${weight_units}`
  return estimated === true ? aboutWeight(words) : words
}

function printedWords({ printed, unsaved = false }: SheetPaper): string | undefined {
  if (printed === undefined) return undefined
  const words = exportText.printed(momentText(printed.at, printed.timeZone))
  return unsaved ? exportText.unsaved(words) : words
}

/** Who checked its weight, and when; that nobody did, where the clinic asks for it. */
function checkWords({ sheet, printed }: SheetPaper): string | undefined {
  const check = savedCheck(sheet)
  if (check === undefined) return sheet.check_asked === true ? exportText.notChecked : undefined
  if (printed === undefined) return exportText.checkedBy(check.name, '')
  const moment = momentText(check.at, printed.timeZone)
  const today = `${dayText(sheet.day)}, `
  return exportText.checkedBy(check.name, moment.startsWith(today) ? moment.slice(today.length) : moment)
}

export interface SheetFacts {
  /** What it is, at its head: that volumes could not be confirmed, or a dose has no reason, goes before. */
  title: string
  isWarning: boolean
  /** What it says otherwise than the print before. */
  replaces: string | undefined
  /** What is unusual about the weight. */
  unusualWeight: string | undefined
  /** When it was made, and whether the sheet was saved by then. */
  printed: string | undefined
  /** Whether a second person checked the weight; undefined where nobody did or was asked to. */
  check: string | undefined
  /** At the foot of each page: for whom its volumes are. */
  margin: string
  patient: string
  patientId: string | undefined
  /** '22 lb', and '9.98 kg' for information. */
  weight: string
  otherWeight: string
  species: string
  date: string
  procedure: string
  protocol: string
  preparer: string
  /** N/A says nothing. */
  outcome: string | undefined
}

function titleOf(corrected: string | undefined, unconfirmed: boolean, unexplained: boolean): string {
  const { title, unconfirmedTitle, unexplainedTitle, bothTitle } = exportText
  if (corrected !== undefined) return exportText.correctedTitle(corrected)
  if (unconfirmed) return unexplained ? bothTitle : unconfirmedTitle
  return unexplained ? unexplainedTitle : title
}

export function sheetFacts(paper: SheetPaper): SheetFacts {
  const { sheet, author_name, volumes_differ = false, corrected } = paper
  const unexplained = paper.dose_unexplained === true || !isExplained(sheet)
  const { estimated = false } = sheet
  const [weight, other] = saidWeight(numberText(sheet.weight), sheet.weight_units, estimated) ?? ['', '']
  const species = exportText.species[sheet.species]
  return {
    title: titleOf(corrected, volumes_differ, unexplained),
    isWarning: corrected !== undefined || volumes_differ || unexplained,
    replaces: replaced(paper),
    unusualWeight: paper.unusual_weight,
    printed: printedWords(paper),
    check: checkWords(paper),
    margin: known([
      corrected === undefined ? undefined : exportText.corrected,
      volumes_differ ? exportText.unconfirmed : undefined,
      unexplained ? exportText.unexplained : undefined,
      exportText.inMargin(species, weight),
    ]).join(' · '),
    patient: sheet.name,
    patientId: sheet.patient_id === '' ? undefined : sheet.patient_id,
    weight,
    otherWeight: estimated ? withEstimated(other) : other,
    species,
    date: dayText(sheet.day),
    procedure: procedureName(sheet.procedure),
    protocol: sheet.anesthesia_protocol.name,
    preparer: author_name,
    outcome: sheet.outcome === 'N/A' ? undefined : sheet.outcome,
  }
}
