import { updateOp } from 'sync-protocol/merge/update-op'
import type { AnesthesiaProtocolContent } from 'sync-protocol/records/anesthesia-protocol'
import type { CodeEventContent } from 'sync-protocol/records/code-event'
import type { DayRowContent, DayStatus } from 'sync-protocol/records/day-row'
import type { SheetDraft } from 'sync-protocol/records/draft'
import type { DrawContent } from 'sync-protocol/records/draw'
import type { DrugContent } from 'sync-protocol/records/drug'
import { EDITION } from 'sync-protocol/records/edition'
import type { EmergencyProtocolContent } from 'sync-protocol/records/emergency-protocol'
import type { Collection } from 'sync-protocol/records/envelope'
import { CANINE, FELINE } from 'sync-protocol/records/fields'
import type { Mutation, Op } from 'sync-protocol/records/mutation'
import {
  combiningBalances,
  savingBalance,
  savingDraw,
  voidingDraws,
} from 'sync-protocol/rules/balance-intents'
import { balanceContentOf } from 'sync-protocol/rules/balance-sheet'
import { tableOf } from 'sync-protocol/rules/balance-table'
import { combineBalances } from 'sync-protocol/rules/combine-balances'
import type { CombineSource } from 'sync-protocol/rules/combine-order'
import { dayStart, nextDay } from 'sync-protocol/rules/day-start'
import { hundredthsOf, type Hundredths } from 'sync-protocol/rules/ledger-volume'
import { lookupIn } from 'sync-protocol/rules/library-lookup'
import { localDay } from 'sync-protocol/rules/local-day'
import { newOpenTable } from 'sync-protocol/rules/open-table'
import { keysAfter } from 'sync-protocol/rules/order-key'
import { emptySheetDraft, sheetOfDraft } from 'sync-protocol/rules/sheet'
import { savingSheet } from 'sync-protocol/rules/sheet-intents'
import type { TableEvent } from 'sync-protocol/rules/table-events'
import {
  PATIENTS,
  STILL_TO_COME,
  TOMORROW,
  type DemonstrationPatient,
  type ListedPatient,
} from './demonstration-patients.ts'

/** Who does what in the week; each works in a lane of their own. */
export const WEEK_PEOPLE = ['technician@demo.test', 'veterinarian@demo.test', 'lead@demo.test'] as const
export type WeekPerson = (typeof WEEK_PEOPLE)[number]
const [TOM, VERA, LEE] = WEEK_PEOPLE

/** One change of the week. */
export interface WeekStep {
  by: WeekPerson
  /** ISO 8601, UTC. */
  at: string
  action: string
  ops: Op[]
}

export interface WeekFacts {
  /** What makes the demonstration's library. */
  library: readonly Mutation[]
  /** The last moment of the week, ISO 8601. */
  now: string
  timeZone: string
  /** Whose balance table is open. */
  technician: { user_id: string; user_name: string }
  newId: () => string
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const later = (at: string, ms: number) => new Date(Date.parse(at) + ms).toISOString()

interface Made<C> {
  _id: string
  content: C
}

function madeOf<C>(library: readonly Mutation[], collection: Collection): Made<C>[] {
  return library
    .flatMap(({ ops }) => ops)
    .flatMap((op) =>
      op.op === 'create' && op.collection === collection ? [{ _id: op._id, content: op.content as C }] : [],
    )
}

function found<T>(all: readonly T[], fits: (one: T) => boolean, what: string): T {
  const one = all.find(fits)
  if (one === undefined) throw new Error(`The demonstration has no ${what}.`)
  return one
}

interface SavedDraw extends Made<DrawContent> {
  at: string
}
interface SavedSheet {
  patient: DemonstrationPatient
  sheetId: string
}
interface DayOfSurgery {
  daysAgo: number
  /** When its first patient was given the first injection. */
  start: string
  sheets: readonly SavedSheet[]
}

/** What a bottle of it holds, in ml; 10 of all others. */
const BOTTLE_ML: Readonly<Record<string, number>> = { Hydromorphone: 20, 'Tiletamine-Zolazepam': 5 }
/** What was left of the first bottle when the week began. */
const PART_LEFT = 0.35

/**
 * A week of a spay/neuter clinic, up to this morning: forty sheets of both species with their draws, single draws, balance sheets
 * that go on from each other (one with a partial draw, one with an adjustment and its reason, two that were combined), the
 * list of each day, today's with patients in every state, a sheet and a balance table that are still open, a code, and two versions of a drug. In the
 * order in which it happened; nothing is after `now`.
 */
export function demonstrationWeek(facts: WeekFacts): WeekStep[] {
  const { library, now, timeZone, newId } = facts
  const steps: WeekStep[] = []
  const drugs = madeOf<DrugContent>(library, 'drugs')
  const lookups = ([CANINE, FELINE] as const).map((species) =>
    lookupIn(
      drugs.map(({ _id, content }) => ({ _id, ...content })),
      species,
    ),
  )
  const protocols = madeOf<AnesthesiaProtocolContent>(library, 'anesthesia_protocols')
  const emergencies = madeOf<EmergencyProtocolContent>(library, 'emergency_protocols')
  /** Surgery begins at eight; today so that its last patient is done by now. */
  const startOf = (daysAgo: number, patients: number) =>
    daysAgo === 0
      ? later(now, -(patients + 1) * 25 * MINUTE_MS)
      : later(dayStart(localDay(later(now, -daysAgo * DAY_MS), timeZone), timeZone), 8 * 60 * MINUTE_MS)

  const protocolOf = ({ species, protocol }: Pick<DemonstrationPatient, 'species' | 'protocol'>) =>
    found(
      protocols,
      ({ content }) => content.species === species && content.name.startsWith(protocol),
      protocol,
    )
  const emergencyOf = (species: number) =>
    found(emergencies, ({ content }) => content.species === species, 'emergency protocol')

  function draftOf(patient: DemonstrationPatient, nth: number, at: string): SheetDraft {
    const { _id: source_id, content } = protocolOf(patient)
    const emergency = emergencyOf(patient.species)
    return {
      ...emptySheetDraft({ outcome: nth % 6 === 5 ? 's/n deposit' : 'N/A' }),
      species: patient.species,
      name: patient.name,
      patient_id: `D-${1041 + nth}`,
      weight: String(patient.weight),
      weight_units: 'lb',
      weighed_at: at,
      procedure: { content: { name: patient.procedure } },
      anesthesia_protocol: { source_id, content },
      emergency_protocol: nth % 2 === 0 ? { source_id: emergency._id, content: emergency.content } : null,
      injections: nth % 3 === 0 ? [] : ['Rabies 1 yr', 'Microchip'],
    }
  }

  const draws: SavedDraw[] = []
  const surgery: DayOfSurgery[] = []
  let nth = 0
  PATIENTS.forEach((patients, dayNth) => {
    const daysAgo = PATIENTS.length - 1 - dayNth
    const start = startOf(daysAgo, patients.length)
    const sheets: SavedSheet[] = []
    patients.forEach((patient, ofDay) => {
      const at = later(start, ofDay * 25 * MINUTE_MS)
      const day = localDay(at, timeZone)
      const sheet = sheetOfDraft(draftOf(patient, nth, at), day, lookups[patient.species])
      const sheetId = newId()
      const { action, ops } = savingSheet(sheet, sheetId, newId)
      steps.push({ by: [TOM, VERA, TOM, LEE][nth % 4] ?? TOM, at: later(at, 9 * MINUTE_MS), action, ops })
      for (const op of ops)
        if (op.op === 'create' && op.collection === 'draws')
          draws.push({ _id: op._id, content: op.content as DrawContent, at })
      sheets.push({ patient, sheetId })
      nth += 1
    })
    surgery.push({ daysAgo, start, sheets })
  })

  singleDraws(steps, facts)
  code(steps, facts, later(startOf(2, 0), 5 * 60 * MINUTE_MS))
  balances(steps, facts, draws)
  dayLists(steps, facts, { surgery, protocolOf, emergencyOf, draftOf, nth })
  twoVersions(steps, facts, drugs)
  return steps.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

const SINGLE_DRAWS = [
  {
    drug: 'Butorphanol',
    strength: 10,
    schedule: 'IV',
    patient: 'Hank',
    species: CANINE,
    reason: 'Laceration Repair',
    ml: 0.21,
  },
  {
    drug: 'Methadone',
    strength: 10,
    schedule: 'II',
    patient: 'Zeus',
    species: CANINE,
    reason: 'Fracture Repair',
    ml: 0.9,
  },
  {
    drug: 'Butorphanol',
    strength: 10,
    schedule: 'IV',
    patient: 'Mochi',
    species: FELINE,
    reason: 'Abscess Drainage',
    ml: 0.12,
  },
  {
    drug: 'Hydromorphone',
    strength: 2,
    schedule: 'II',
    patient: 'Bear',
    species: CANINE,
    reason: 'Pyometra Surgery',
    ml: 1.6,
  },
] as const

/** Drawn without a sheet; the last one was voided. */
function singleDraws(steps: WeekStep[], { now, timeZone, newId }: WeekFacts): void {
  SINGLE_DRAWS.forEach(({ drug, strength, schedule, patient, species, reason, ml }, i) => {
    const at = later(now, -(5 - i) * DAY_MS)
    const _id = newId()
    const content: DrawContent = {
      drug_name: drug,
      drug_concentration: strength,
      drug_volume: ml,
      drug_form: 'INJECTION',
      schedule,
      sheet_id: '-',
      sheet_data: { patient_name: patient, patient_id: `D-9${i}1`, reason, species },
      day: localDay(at, timeZone),
    }
    steps.push({ by: VERA, at, ...savingDraw(content, _id) })
    if (i < SINGLE_DRAWS.length - 1) return
    for (const intent of voidingDraws([{ _id, version: 1 }], 'Entered for the wrong patient'))
      steps.push({ by: VERA, at: later(at, 4 * MINUTE_MS), ...intent })
  })
}

/** A heart that stopped and came back. */
function code(steps: WeekStep[], { newId }: WeekFacts, at: string): void {
  const code_id = newId()
  const patient = { name: 'Biscuit', species: CANINE, weight: 18.5, weight_units: 'lb' } as const
  const taps: readonly [seconds: number, tap: Omit<CodeEventContent, 'code_id' | 'at'>][] = [
    [0, { what: 'started', patient }],
    [35, { what: 'epinephrine' }],
    [120, { what: 'rhythm', detail: 'PEA' }],
    [241, { what: 'rhythm', detail: 'PEA' }],
    [268, { what: 'epinephrine' }],
    [362, { what: 'rhythm', detail: 'Pulse' }],
    [371, { what: 'stopped', detail: 'Pulse is back' }],
  ]
  for (const [seconds, tap] of taps) {
    const content: CodeEventContent = { code_id, ...tap, at: later(at, seconds * 1000) }
    steps.push({
      by: VERA,
      at: content.at,
      action: 'code_event.record',
      ops: [{ op: 'create', collection: 'code_events', _id: newId(), content }],
    })
  }
}

/** What is left of a substance between two of its balance sheets. */
interface Stock {
  bottle: number
  left: Hundredths
  previous_id?: string
}

const nameOf = (drug: string, bottle: number) => `${drug.slice(0, 1)}-${100 + bottle}`
const groupedBy = <T>(all: readonly T[], key: (one: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const one of all) groups.set(key(one), [...(groups.get(key(one)) ?? []), one])
  return groups
}

/** A sheet for each day and substance, but for today's draws, and for two of the substances since yesterday. */
function balances(steps: WeekStep[], facts: WeekFacts, draws: readonly SavedDraw[]): void {
  const { now, timeZone, newId, technician } = facts
  const today = localDay(now, timeZone)
  const yesterday = localDay(later(now, -DAY_MS), timeZone)
  for (const [drug_name, all] of groupedBy(draws, ({ content }) => content.drug_name)) {
    const size = hundredthsOf(BOTTLE_ML[drug_name] ?? 10)
    const stillOpen = drug_name === 'Butorphanol'
    const recorded = all.filter(({ content: { day } }) => day !== today && (day !== yesterday || !stillOpen))
    const stock: Stock = { bottle: 1, left: Math.round(size * PART_LEFT) }
    const sources: CombineSource[] = []
    for (const [day, ofDay] of groupedBy(recorded, ({ content }) => content.day)) {
      const [first] = ofDay
      if (first === undefined) continue
      const events = eventsOf(drug_name, size, stock, ofDay, day)
      if (drug_name === 'Ketamine' && sources.length === 2) {
        stock.left -= 12
        events.push({ kind: 'edit_balance', volume: stock.left, reason: 'Left in hubs and needles' })
      }
      const { drug_concentration } = first.content
      const content = balanceContentOf(tableOf(events), { drug_name, drug_concentration })
      const _id = newId()
      const at = later(dayStart(day, timeZone), (16 * 60 + 10 + drug_name.length) * MINUTE_MS)
      steps.push({ by: sources.length % 2 === 0 ? LEE : VERA, at, ...savingBalance(content, _id) })
      stock.previous_id = _id
      sources.push({ _id, content })
      if (drug_name !== 'Ketamine' || sources.length !== 2) continue
      const combined = combineBalances(sources)
      if ('error' in combined) throw new Error(combined.error)
      steps.push({ by: LEE, at: later(at, 5 * MINUTE_MS), ...combiningBalances(combined.content, newId()) })
    }
    if (!stillOpen) continue
    const open = all.filter(({ content }) => content.day === yesterday)
    const [first] = open
    if (first === undefined) continue
    const { bottle, left, previous_id } = stock
    const at = later(now, -3 * 60 * MINUTE_MS)
    const last = { user_id: technician.user_id, name: technician.user_name, at }
    const bottle_number = nameOf(drug_name, bottle)
    const table = {
      ...newOpenTable(newId(), at, last),
      substance: { drug_name, drug_concentration: first.content.drug_concentration },
      ...(previous_id !== undefined && {
        fetched: { previous_id, bottle_number, container_size: size, balance: left },
      }),
      confirmed: true,
      events: eventsOf(drug_name, size, stock, open.slice(0, 1), yesterday),
    }
    const draft: Op = {
      op: 'create',
      collection: 'drafts',
      _id: newId(),
      content: { kind: 'balance', table },
    }
    steps.push({ by: TOM, at, action: 'draft.save', ops: [draft] })
  }
}

/** What is entered of the draws of one day. A bottle that does not suffice is emptied, and the rest comes from the next one. */
function eventsOf(
  drug: string,
  size: Hundredths,
  stock: Stock,
  draws: readonly SavedDraw[],
  day: string,
): TableEvent[] {
  const { previous_id } = stock
  const events: TableEvent[] = [
    {
      kind: 'start',
      bottle_number: nameOf(drug, stock.bottle),
      container_size: size,
      balance: stock.left,
      ...(previous_id !== undefined && { previous_id }),
    },
  ]
  draws.forEach(({ _id, content }, i) => {
    const volume = Math.max(1, hundredthsOf(content.drug_volume))
    if (stock.left === 0) {
      stock.bottle += 1
      stock.left = size
      events.push({ kind: 'add_balance', bottle_number: nameOf(drug, stock.bottle), volume: size })
    }
    const { patient_name, patient_id = '', species, reason } = content.sheet_data
    events.push({
      kind: 'full_draw',
      draw_id: _id,
      day,
      title: patient_name,
      description: patient_id,
      species,
      reason,
      volume,
      procedure_number: i + 1,
    })
    if (volume <= stock.left) {
      stock.left -= volume
      return
    }
    const taken = stock.left
    stock.bottle += 1
    stock.left = size - (volume - taken)
    events.push({
      kind: 'partial_draw',
      taken,
      bottle_number: nameOf(drug, stock.bottle),
      container_size: size,
    })
  })
  return events
}

interface Lists {
  surgery: readonly DayOfSurgery[]
  protocolOf: (patient: Pick<DemonstrationPatient, 'species' | 'protocol'>) => Made<AnesthesiaProtocolContent>
  emergencyOf: (species: number) => Made<EmergencyProtocolContent>
  draftOf: (patient: DemonstrationPatient, nth: number, at: string) => SheetDraft
  nth: number
}

interface Listed {
  patient: ListedPatient
  status: DayStatus
  sheet_id?: string
}

const OF_TODAY: readonly DayStatus[] = ['done', 'recovering', 'in_surgery', 'drawn']

/** The list of each day, and the sheet that is open for today's next patient. */
function dayLists(steps: WeekStep[], { now, timeZone, newId }: WeekFacts, lists: Lists): void {
  const { surgery, protocolOf, emergencyOf, draftOf, nth } = lists
  const rowsOf = (day: string, weighed_at: string, listed: readonly Listed[]): Made<DayRowContent>[] => {
    const keys = keysAfter('', listed.length)
    return listed.map(({ patient, status, sheet_id }, i) => ({
      _id: newId(),
      content: {
        line: String(i + 1),
        name: patient.name,
        species: patient.species,
        sex: patient.procedure === 'Castration' ? 'M' : 'F',
        ...(patient.weight !== undefined && { weight: patient.weight, weight_units: 'lb', weighed_at }),
        procedure: patient.procedure,
        anesthesia_protocol_id: protocolOf(patient)._id,
        emergency_protocol_id: emergencyOf(patient.species)._id,
        day,
        order: keys[i] ?? '1',
        cage: `${patient.species === CANINE ? 'K' : 'C'}${i + 1}`,
        status,
        ...(sheet_id !== undefined && { sheet_id }),
      },
    }))
  }
  const list = (at: string, rows: readonly Made<DayRowContent>[]) =>
    steps.push({
      by: LEE,
      at,
      action: 'day_row.create',
      ops: rows.map(({ _id, content }): Op => ({ op: 'create', collection: 'day_rows', _id, content })),
    })

  for (const { start, sheets } of surgery.filter(({ daysAgo }) => daysAgo > 0)) {
    const done = sheets.map(({ patient, sheetId }): Listed => ({
      patient,
      status: 'done',
      sheet_id: sheetId,
    }))
    list(later(start, sheets.length * 25 * MINUTE_MS), rowsOf(localDay(start, timeZone), start, done))
  }

  const at = later(now, -3.5 * 60 * MINUTE_MS)
  const operated = surgery
    .filter(({ daysAgo }) => daysAgo === 0)
    .flatMap(({ sheets }) => sheets)
    .map(({ patient, sheetId }, i): Listed => ({
      patient,
      status: OF_TODAY[i] ?? 'drawn',
      sheet_id: sheetId,
    }))
  const waiting = STILL_TO_COME.map((patient): Listed => ({
    patient,
    status: patient.weight === undefined ? 'listed' : 'weighed',
  }))
  const day = localDay(now, timeZone)
  const today = rowsOf(day, at, [...operated, ...waiting])
  list(later(now, -2 * MINUTE_MS), today)
  const tomorrow = TOMORROW.map((patient): Listed => ({ patient, status: 'listed' }))
  list(later(now, -2 * MINUTE_MS), rowsOf(nextDay(day), at, tomorrow))

  const next = STILL_TO_COME[0]
  if (next?.weight === undefined) return
  const content = draftOf({ ...next, weight: next.weight }, nth, at)
  const row = today[operated.length]
  const draft: Op = {
    op: 'create',
    collection: 'drafts',
    _id: newId(),
    content: { ...content, ...(row && { day_row: row._id }) },
  }
  steps.push({ by: VERA, at: later(now, -MINUTE_MS), action: 'draft.save', ops: [draft] })
}

/** Two people changed one dosage without seeing each other's. */
function twoVersions(steps: WeekStep[], { now }: WeekFacts, drugs: readonly Made<DrugContent>[]): void {
  const drug = found(drugs, ({ content }) => content.name === 'Buprenorphine', 'buprenorphine')
  const at = later(now, -DAY_MS)
  const dosed = (part: number): Op[] => {
    const dosage = drug.content.dosage.map((each) => Math.round(each * part * 1000) / 1000)
    const op = updateOp('drugs', { ...drug, version: 1 }, { ...drug.content, dosage })
    return op ? [op] : []
  }
  steps.push({ by: LEE, at, action: 'drug.update', ops: dosed(0.75) })
  steps.push({ by: VERA, at: later(at, 20 * MINUTE_MS), action: 'drug.update', ops: dosed(1.25) })
}

/** The steps as pushes: what one person did in a row goes together. `begun` is the last number of a lane that was used before. */
export function mutationsOf(
  steps: readonly WeekStep[],
  newId: () => string,
  begun: Readonly<Partial<Record<WeekPerson, number>>> = {},
): { by: WeekPerson; mutations: Mutation[] }[] {
  const numbers = new Map<WeekPerson, number>()
  const pushes: { by: WeekPerson; mutations: Mutation[] }[] = []
  for (const { by, at, action, ops } of steps) {
    const n = (numbers.get(by) ?? begun[by] ?? 0) + 1
    numbers.set(by, n)
    const mutation = { n, id: newId(), at, clock_offset_ms: 0, schema: EDITION, action, detail: null, ops }
    const last = pushes.at(-1)
    if (last?.by === by) last.mutations.push(mutation)
    else pushes.push({ by, mutations: [mutation] })
  }
  return pushes
}
