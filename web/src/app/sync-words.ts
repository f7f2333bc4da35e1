import type { UnsentPerson } from '../data/database/sync-status.ts'
import { formatDateTime } from '../ui/format.ts'
import { storageText } from './storage-text.ts'
import { lineText, markText, stuckText } from './sync-text.ts'

/** What the mark and its panel need to know of the tablet's sync status. */
export interface SyncFacts {
  state: 'reading' | 'sent' | 'sending' | 'offline' | 'attention' | 'behind' | 'stuck'
  unsent: number
  unread: number
  returning: boolean
  oldestAt: string | null
  lastHeard: string | null
  /** Whoever is signed in reads records. */
  reads: boolean
  attention: number
  discrepancies: number
  ledgerAlarms: number
  storage: { usage: number; quota: number; persisted: boolean }
  serverReachable: boolean
  signInAgain: boolean
  storageLost: boolean
  storageFull: boolean
  loaded: boolean
  loading: number | null
  differences: number
  people: readonly UnsentPerson[]
  trouble: { status: number; code: string } | null
  updateRequired: boolean
}

/** All that waits for this person. */
export const waitingFor = ({ attention, discrepancies, ledgerAlarms, storageLost, storageFull }: SyncFacts) =>
  attention + discrepancies + ledgerAlarms + (storageLost ? 1 : 0) + (storageFull ? 1 : 0)

/** The mark's few words. */
export function markWords(facts: SyncFacts): string {
  const { state, unsent, returning, signInAgain } = facts
  if (state === 'reading') return markText.reading
  const waiting = waitingFor(facts)
  if (state === 'attention' && waiting === 0) return markText.update
  if (state === 'attention') {
    const sent = sentWords(facts)
    const words = markText.attention(waiting)
    return sent === null ? words : markText.also(words, sent)
  }
  if (state === 'stuck') return signInAgain ? markText.signIn : markText.notSent(unsent)
  if (state === 'behind') return markText.behind
  if (state === 'offline') return markText.offline(unsent)
  if (isLoading(facts)) return facts.trouble === null ? markText.loading : markText.notLoading
  if (unsent === 0 && returning) return markText.returning
  return sentOr(facts)
}

/** Of the mark's words what stands on its one line; `before` and `after` only where the bar is wide. */
export function shownWords(facts: SyncFacts): { label: string; before?: string; after?: string } {
  const { state, unsent } = facts
  const waiting = waitingFor(facts)
  if (state === 'attention' && waiting > 0) {
    const label = `${waiting}`
    return { label, after: markText.attention(waiting).slice(label.length) }
  }
  if (state !== 'offline' || unsent === 0) return { label: markWords(facts) }
  const label = markText.toSend(unsent)
  return { label, before: markText.offline(unsent).slice(0, -label.length) }
}

/** What the line does not say in words beside what needs attention. */
export function alsoTrue({ state, serverReachable, unsent }: SyncFacts): 'offline' | 'sending' | undefined {
  if (state !== 'attention') return undefined
  return serverReachable ? (unsent > 0 ? 'sending' : undefined) : 'offline'
}

/** As long as the words come to be: each of a wide bar, and of a narrow one those that come and go with every save. */
export const LONGEST = {
  wide: `${markText.attention(99)}\n${markText.offline(999)}`,
  narrow: `${markText.allSent}\n${markText.toSend(999)}`,
}

const sentOr = ({ unsent, unread }: SyncFacts) => {
  if (unsent === 0 && unread > 0) return markText.toConfirm(unread)
  return unsent === 0 ? markText.allSent : markText.toSend(unsent)
}

/** Beside what needs attention; null where nothing can be said yet. */
function sentWords(facts: SyncFacts): string | null {
  if (!facts.serverReachable) return markText.offline(facts.unsent)
  if (facts.unsent === 0 && (facts.returning || !facts.loaded)) return null
  return sentOr(facts)
}

/** Nothing is unsent, and the records of the clinic are not all here yet, be it that none has come so far. */
const isLoading = ({ unsent, loaded, reads, state }: SyncFacts) =>
  unsent === 0 && !loaded && reads && (state === 'sent' || state === 'sending')

/** The mark's shape: a check only beside “All sent”. */
export function markState(facts: SyncFacts): SyncFacts['state'] {
  if (!isLoading(facts)) return facts.state
  return facts.trouble === null ? 'reading' : 'attention'
}

/** What is read out when it comes to stand: what a person should know, never the ups and downs of every save. */
export function spokenWords(facts: SyncFacts): string {
  const state = markState(facts)
  if (state === 'offline') return markText.offline(0)
  const waiting = waitingFor(facts)
  if (state === 'attention' && waiting > 0) {
    const words = markText.attention(waiting)
    return facts.serverReachable ? words : markText.also(words, markText.offline(0))
  }
  return state === 'attention' || state === 'behind' || state === 'stuck' ? markWords(facts) : ''
}

/** The mark's number: what needs a person where it says so, else what is unsent or not read back. */
export const markCount = (facts: SyncFacts) =>
  (facts.state === 'attention' && waitingFor(facts)) || facts.unsent || facts.unread

export interface SyncLine {
  id:
    | `person ${string}`
    | 'reading'
    | 'sign-in'
    | 'behind'
    | 'lost'
    | 'loading'
    | 'differences'
    | 'unsent'
    | 'update'
    | 'ledger'
    | 'attention'
    | 'discrepancies'
    | 'server'
    | 'storage'
  kind: 'plain' | 'attention' | 'harm'
  text: string
}

/** Why it is stuck, and what to do. */
function whyStuck(facts: SyncFacts): string {
  const { trouble, people } = facts
  if (isTooOld(facts)) return stuckText.tooOld
  if (trouble !== null && trouble.status >= 500) return stuckText.cannotStore(trouble.status)
  if (trouble?.status === 413) return stuckText.tooLarge
  if (trouble !== null) return stuckText.refuses(trouble.status)
  if (people.some(({ waits, shutOut, removed }) => waits || (shutOut && !removed))) return stuckText.person
  if (people.some(({ shutOut }) => shutOut)) return stuckText.shutOut
  return stuckText.unknown
}

const isTooOld = ({ trouble, updateRequired }: SyncFacts) =>
  updateRequired || trouble?.code === 'protocol_unsupported' || trouble?.status === 426

/** Sentences, one after the other. */
const said = (...sentences: (string | false)[]) => sentences.filter((one) => one !== false).join(' ')

const moment = (at: string | null, timeZone: string | undefined) =>
  at === null ? null : formatDateTime(at, timeZone)

/** Whose work lies here beside that of the one who looks, and what each waits for. */
const personLine = (person: UnsentPerson, timeZone: string | undefined): SyncLine => ({
  id: `person ${person.user_id}`,
  kind: person.shutOut ? 'attention' : 'plain',
  text: said(
    lineText.person(person.name, person.unsent, moment(person.oldestAt, timeZone)),
    person.removed && lineText.removed,
    person.shutOut && !person.removed && lineText.shutOut,
    person.waits && lineText.waits,
  ),
})

const unsentLine = (facts: SyncFacts, timeZone: string | undefined): SyncLine => {
  const { unsent, unread, returning, oldestAt, state } = facts
  if (unsent === 0 && returning) return { id: 'unsent', kind: 'attention', text: lineText.returning }
  if (unsent === 0) {
    const text = said(lineText.allSent, unread > 0 && lineText.markedStill(unread))
    return { id: 'unsent', kind: 'plain', text }
  }
  const stuck = state === 'stuck' && !facts.signInAgain
  return {
    id: 'unsent',
    kind: state === 'stuck' ? 'harm' : 'plain',
    text: said(
      lineText.unsent(unsent, moment(oldestAt, timeZone)),
      stuck ? whyStuck(facts) : facts.trouble !== null && lineText.notTaken(facts.trouble.status),
    ),
  }
}

/** Nothing is read although the server answers: since when, and what to do. */
function behindLine({ lastHeard, trouble }: SyncFacts, timeZone: string | undefined): SyncLine {
  const since = moment(lastHeard, timeZone)
  const read = since === null ? lineText.neverRead : lineText.readNothing(since)
  const fault = trouble !== null && trouble.status >= 500
  const text = said(read, fault ? lineText.tellServer(trouble.status) : lineText.loadAgain)
  return { id: 'behind', kind: 'harm', text }
}

const serverLine = (facts: SyncFacts, timeZone: string | undefined): SyncLine => {
  const { serverReachable, lastHeard, reads } = facts
  // When others last read here says nothing of who reads no records and is answered now.
  const last = serverReachable && !reads ? null : moment(lastHeard, timeZone)
  const unheard = serverReachable ? lineText.answers : lineText.neverHeard
  const text = said(
    last === null ? unheard : lineText.lastHeard(last),
    !serverReachable && lineText.outOfReach,
  )
  return { id: 'server', kind: 'plain', text }
}

/** The lines below `markWords`: without the one that only says again that all is sent. */
export function panelLines(facts: SyncFacts, timeZone?: string, viewer?: string): SyncLine[] {
  const lines = syncLines(facts, timeZone, viewer)
  const waits = facts.state === 'attention' && waitingFor(facts) > 0
  const words = waits ? sentWords(facts) : markWords(facts)
  return words === markText.allSent ? lines.filter(({ id }) => id !== 'unsent') : lines
}

/** Every line of this tablet's status, in plain words: what is unsent since when, what needs a person, the server, the storage. */
export function syncLines(facts: SyncFacts, timeZone?: string, viewer?: string): SyncLine[] {
  if (facts.state === 'reading') return [{ id: 'reading', kind: 'plain', text: lineText.reading }]
  const lines = [unsentLine(facts, timeZone)]
  const { people } = facts
  const others = viewer !== undefined && people.some(({ user_id }) => user_id !== viewer)
  if (others || people.length > 1 || people.some(({ waits, shutOut }) => waits || shutOut))
    lines.push(...people.map((person) => personLine(person, timeZone)))
  if (facts.signInAgain && facts.serverReachable)
    lines.unshift({ id: 'sign-in', kind: 'harm', text: lineText.signIn })
  if (facts.serverReachable && facts.unsent === 0 && isTooOld(facts))
    lines.push({ id: 'update', kind: 'attention', text: lineText.update })
  if (facts.state === 'behind') lines.unshift(behindLine(facts, timeZone))
  if (facts.storageLost) lines.push({ id: 'lost', kind: 'harm', text: storageText.lost })
  if (facts.attention > 0)
    lines.push({ id: 'attention', kind: 'attention', text: lineText.attention(facts.attention) })
  if (facts.discrepancies > 0)
    lines.push({ id: 'discrepancies', kind: 'attention', text: lineText.discrepancies(facts.discrepancies) })
  if (facts.ledgerAlarms > 0) lines.push({ id: 'ledger', kind: 'harm', text: lineText.ledger })
  if (!facts.loaded && (facts.loading !== null || isLoading(facts)))
    lines.push({
      id: 'loading',
      kind: 'attention',
      text: said(
        lineText.loading(facts.loading ?? 0),
        facts.trouble !== null && lineText.notLoading(facts.trouble.status),
      ),
    })
  if (facts.differences > 0)
    lines.push({ id: 'differences', kind: 'plain', text: lineText.differences(facts.differences) })
  lines.push(serverLine(facts, timeZone))
  const { usage, quota, persisted } = facts.storage
  if (facts.storageFull) {
    lines.push({ id: 'storage', kind: 'harm', text: said(storageText.full, storageText.missing) })
  } else if (quota > 0 && usage / quota > 0.9) {
    lines.push({ id: 'storage', kind: 'harm', text: lineText.almostFull })
  } else if (!persisted) {
    lines.push({ id: 'storage', kind: 'attention', text: lineText.unprotected })
  }
  return lines
}
