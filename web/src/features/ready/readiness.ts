import type { SeenDevices } from '../../data/people/seen-devices.ts'
import type { KeptApp } from '../../data/device/kept-app.ts'
import { paths } from '../../paths.ts'
import { deviceName } from '../../records/device-name.ts'
import { formatBytes, formatDate, formatDateTime, formatTime } from '../../ui/format.ts'
import { readyText as text } from './ready-text.ts'

/** `bad` keeps the tablet from a day without a network; `care` is good to know before one; `asking` waits for the server. */
export type Level = 'good' | 'asking' | 'care' | 'bad'

export interface Check {
  id: string
  level: Level
  title: string
  why: string
  /** Where something can be done about it. */
  link?: { to: string; label: string }
  /** Asks the browser to protect the storage. */
  protects?: true
}

/** What was found out about this tablet. Moments are ISO or ms; sizes in bytes. */
export interface Readiness {
  now: number
  timeZone: string
  userId: string
  /** Whoever tries the demonstration, without a password. */
  isVisitor: boolean
  device: string
  people: readonly { user_id: string; name: string }[]
  /** The clinic allows signing in without a network. */
  isAllowed: boolean
  /** The server answered just now; null while it is asked. */
  reached: boolean | null
  /** It reads along with the server; an answer alone says nothing of that. */
  isCurrent: boolean
  lastHeard: string | null
  loaded: boolean
  libraryLoaded: boolean
  drugs: number
  protocols: number
  today: number
  tomorrow: number
  unsent: number
  attention: number
  storage: { usage: number; quota: number; persisted: boolean }
  kept: KeptApp | null
  version: string
  updateRequired: boolean
  clockOffsetMs: number | null
  /** Null for who may not read the ledger. */
  ledger: {
    last: { at: string; by_name: string; ok: boolean; title: string } | undefined
    alarms: number
  } | null
  /** Null where nothing is known, and for who may not see the tablets. */
  tablets: SeenDevices | 'asking' | null
  /** They are as they were told earlier: the server does not answer now. */
  areTabletsKept: boolean
  /** 0 to 1. Null where the browser does not say. */
  battery: { level: number; charging: boolean } | null
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const MB = 1_000_000
/** Less than this is said; below the second, saving may fail. */
const FREE_BYTES = 500 * MB
const LEAST_FREE_BYTES = 50 * MB
const VERIFIED_MS = 7 * DAY_MS
/** A tablet that was silent for longer is not in use. */
const IN_USE_MS = 14 * DAY_MS
const BATTERY = { care: 0.5, bad: 0.15 }

const RANK: Record<Level, number> = { good: 0, care: 1, bad: 2, asking: 3 }

/** The gravest of them; `asking` as long as any of them is not known yet. */
export const levelOf = (checks: readonly Check[]): Level =>
  checks.reduce<Level>((worst, { level }) => (RANK[level] > RANK[worst] ? level : worst), 'good')

/** What a person has to know comes first, once everything has answered: until then, no row moves. */
export const gravestFirst = (checks: readonly Check[]): readonly Check[] =>
  levelOf(checks) === 'asking' ? checks : checks.toSorted((a, b) => RANK[b.level] - RANK[a.level])

/** What a person has to know before a day without a network. */
export function checksOf(found: Readiness): Check[] {
  return [
    peopleCheck(found),
    serverCheck(found),
    libraryCheck(found),
    rowsCheck(found),
    sentCheck(found),
    attentionCheck(found),
    protectedCheck(found),
    freeCheck(found),
    versionCheck(found),
    filesCheck(found),
    clockCheck(found),
    ledgerCheck(found),
    tabletsCheck(found),
    batteryCheck(found),
  ].filter((check) => check !== null)
}

function peopleCheck({ people, isAllowed, isVisitor, userId }: Readiness): Check {
  const id = 'people'
  if (!isAllowed) return { id, level: 'care', title: text.noneAllowed, why: text.noneAllowedWhy }
  if (isVisitor) return { id, level: 'care', title: text.visitor, why: text.visitorWhy }
  if (!people.some((person) => person.user_id === userId))
    return { id, level: 'bad', title: text.notYou, why: text.notYouWhy }
  if (people.length === 1) return { id, level: 'care', title: text.onlyYou, why: text.onlyYouWhy }
  const names = people.map(({ name }) => name).sort((a, b) => a.localeCompare(b))
  return { id, level: 'good', title: text.people(names), why: text.peopleOf(names) }
}

function serverCheck({ reached, isCurrent, lastHeard, loaded, now, timeZone }: Readiness): Check {
  const id = 'server'
  if (reached === null) return { id, level: 'asking', title: text.asking, why: text.askingWhy }
  if (lastHeard === null || !loaded) return { id, level: 'bad', title: text.never, why: text.connect }
  const moment = formatDateTime(lastHeard, timeZone)
  if (reached && isCurrent) return { id, level: 'good', title: text.heard, why: text.heardAt(moment) }
  if (reached) {
    const link = { to: paths.device, label: text.open.device }
    return { id, level: 'bad', title: text.notCurrent, why: text.silentSince(moment), link }
  }
  if (now - Date.parse(lastHeard) > DAY_MS)
    return { id, level: 'bad', title: text.old, why: `${text.silentSince(moment)} ${text.connect}` }
  return { id, level: 'care', title: text.silent, why: text.silentSince(moment) }
}

function libraryCheck({ libraryLoaded, drugs, protocols }: Readiness): Check {
  const id = 'library'
  if (!libraryLoaded) return { id, level: 'bad', title: text.libraryLoading, why: text.libraryLoadingWhy }
  if (drugs === 0 || protocols === 0)
    return {
      id,
      level: 'care',
      title: drugs + protocols === 0 ? text.libraryEmpty : text.libraryCounts(drugs, protocols),
      why: text.libraryEmptyWhy,
      link: { to: paths.drugs(0), label: text.open.drugs },
    }
  return { id, level: 'good', title: text.library, why: text.libraryCounts(drugs, protocols) }
}

function rowsCheck({ loaded, today, tomorrow }: Readiness): Check {
  return loaded
    ? { id: 'rows', level: 'good', title: text.rows(today, tomorrow), why: text.rowsWhy }
    : { id: 'rows', level: 'bad', title: text.rowsLoading, why: text.libraryLoadingWhy }
}

function sentCheck({ unsent }: Readiness): Check {
  if (unsent === 0) return { id: 'sent', level: 'good', title: text.sent, why: text.sentWhy }
  const link = { to: paths.device, label: text.open.device }
  return { id: 'sent', level: 'care', title: text.unsent(unsent), why: text.unsentWhy, link }
}

function attentionCheck({ attention }: Readiness): Check {
  const id = 'attention'
  if (attention === 0) return { id, level: 'good', title: text.decided, why: text.decidedWhy }
  const link = { to: paths.needsAttention, label: text.open.needsAttention }
  return { id, level: 'care', title: text.attention(attention), why: text.attentionWhy, link }
}

function protectedCheck({ storage }: Readiness): Check {
  const id = 'protected'
  return storage.persisted
    ? { id, level: 'good', title: text.protected, why: text.protectedWhy }
    : { id, level: 'care', title: text.unprotected, why: text.unprotectedWhy, protects: true }
}

function freeCheck({ storage: { usage, quota } }: Readiness): Check | null {
  if (quota === 0) return null
  const free = Math.max(0, quota - usage)
  const size = formatBytes(free)
  if (free >= FREE_BYTES) return { id: 'free', level: 'good', title: text.free(size), why: text.freeWhy }
  return free < LEAST_FREE_BYTES
    ? { id: 'free', level: 'bad', title: text.noFree(size), why: text.littleWhy }
    : { id: 'free', level: 'care', title: text.little(size), why: text.littleWhy }
}

function versionCheck({ kept, version, updateRequired }: Readiness): Check {
  const id = 'version'
  if (updateRequired) return { id, level: 'bad', title: text.tooOld, why: text.tooOldWhy }
  if (kept?.newer === true) return { id, level: 'care', title: text.newer, why: text.newerWhy }
  return { id, level: 'good', title: text.current, why: text.version(version) }
}

function filesCheck({ kept }: Readiness): Check {
  const id = 'files'
  if (kept === null) return { id, level: 'bad', title: text.notKept, why: text.notKeptWhy }
  const { files, missing } = kept
  return missing === 0
    ? { id, level: 'good', title: text.files(files), why: text.filesWhy }
    : { id, level: 'bad', title: text.missing(missing, files), why: text.missingWhy }
}

function clockCheck({ clockOffsetMs }: Readiness): Check {
  const id = 'clock'
  if (clockOffsetMs === null)
    return { id, level: 'care', title: text.clockUnknown, why: text.clockUnknownWhy }
  if (Math.abs(clockOffsetMs) <= MINUTE_MS)
    return { id, level: 'good', title: text.clock, why: text.clockWhy }
  const minutes = Math.round(Math.abs(clockOffsetMs) / MINUTE_MS)
  return { id, level: 'care', title: text.clockOff(minutes, clockOffsetMs < 0), why: text.clockOffWhy }
}

function ledgerCheck({ ledger, now, timeZone }: Readiness): Check | null {
  if (ledger === null) return null
  const id = 'ledger'
  const link = { to: paths.ledger, label: text.open.ledger }
  const { last, alarms } = ledger
  if (alarms > 0 || last?.ok === false)
    return { id, level: 'bad', title: text.ledgerBroken, why: last?.title ?? '', link }
  if (last === undefined)
    return { id, level: 'care', title: text.ledgerNever, why: text.ledgerNeverWhy, link }
  const why = text.ledgerBy(formatDateTime(last.at, timeZone), last.by_name)
  return now - Date.parse(last.at) > VERIFIED_MS
    ? { id, level: 'care', title: text.ledgerOld, why, link }
    : { id, level: 'good', title: text.ledger, why }
}

function tabletsCheck({ tablets, areTabletsKept, device, now, timeZone }: Readiness): Check | null {
  if (tablets === null) return null
  const id = 'tablets'
  if (tablets === 'asking') return { id, level: 'asking', title: text.tabletsAsking, why: text.askingWhy }
  const link = { to: paths.devices, label: text.open.devices }
  const others = tablets.devices.flatMap((one) => {
    const { last_seen, unsent, revoked_at } = one
    const other = one._id !== device && revoked_at === null && last_seen !== null
    if (!other || now - Date.parse(last_seen) > IN_USE_MS) return []
    return [{ name: deviceName(one), last_seen, unsent: unsent ?? 0 }]
  })
  const age = areTabletsKept ? ` ${text.asOf(momentOf(tablets.at, now, timeZone))}` : ''
  const told = (some: typeof others) => {
    const seen = some.map(({ name, last_seen }) => text.tablet(name, momentOf(last_seen, now, timeZone)))
    return `${seen.join(';\n')}.${age}`
  }
  const waiting = others.filter(({ unsent }) => unsent > 0)
  if (waiting.length > 0)
    return { id, level: 'care', title: text.tabletsUnsent(waiting.length), why: told(waiting), link }
  const silent = others.filter(({ last_seen }) => now - Date.parse(last_seen) > DAY_MS)
  if (silent.length > 0)
    return { id, level: 'care', title: text.tabletsSilent(silent.length), why: told(silent), link }
  if (others.length === 0)
    return { id, level: 'good', title: text.tabletsNone, why: `${text.tabletsNoneWhy}${age}` }
  return { id, level: 'good', title: text.tablets(others.length), why: told(others) }
}

/** Of today the time alone. */
function momentOf(at: string, now: number, timeZone: string): string {
  const isToday = formatDate(new Date(at), timeZone) === formatDate(new Date(now), timeZone)
  return isToday ? formatTime(at, timeZone) : formatDateTime(at, timeZone)
}

function batteryCheck({ battery }: Readiness): Check | null {
  if (battery === null) return null
  const { level: charge, charging } = battery
  const title = text.battery(Math.floor(charge * 100), charging)
  if (charging || charge >= BATTERY.care) return { id: 'battery', level: 'good', title, why: text.batteryWhy }
  return { id: 'battery', level: charge < BATTERY.bad ? 'bad' : 'care', title, why: text.batteryLow }
}
