import { storageText } from './storage-text.ts'
import type { UnsentPerson } from '../data/sync-status.ts'
import { formatDateTime } from '../ui/format.ts'

/** What the mark and its panel need to know of the tablet's sync status. */
export interface SyncFacts {
  state: 'reading' | 'sent' | 'sending' | 'offline' | 'attention' | 'behind' | 'stuck'
  unsent: number
  unread: number
  oldestAt: string | null
  lastPull: string | null
  attention: number
  pointed: number
  ledgerAlarms: number
  storage: { usage: number; quota: number; persisted: boolean }
  serverReachable: boolean
  signInAgain: boolean
  storageLost: boolean
  loaded: boolean
  loading: number | null
  differences: number
  people: readonly UnsentPerson[]
  trouble: { status: number; code: string } | null
  updateRequired: boolean
}

const changes = (count: number) => (count === 1 ? '1 change' : `${count} changes`)

/** All that waits for this person. */
const waitingFor = ({ attention, pointed, ledgerAlarms, storageLost }: SyncFacts) =>
  attention + pointed + ledgerAlarms + (storageLost ? 1 : 0)

/** The mark's few words. */
export function markWords(facts: SyncFacts): string {
  const { state, unsent, unread, signInAgain } = facts
  if (state === 'reading') return 'Reading'
  const waiting = waitingFor(facts)
  if (state === 'attention' && waiting === 0) return 'Update needed'
  if (state === 'attention') return waiting === 1 ? '1 needs attention' : `${waiting} need attention`
  if (state === 'stuck' && signInAgain) return 'Log in again'
  if (state === 'stuck') return `${unsent} not sent`
  if (state === 'behind') return 'Not up to date'
  if (state === 'offline') return unsent === 0 ? 'Offline' : `Offline, ${unsent} to send`
  if (unsent === 0 && !facts.loaded && facts.loading !== null) return 'Loading'
  if (unsent === 0 && unread > 0) return `${unread} to confirm`
  return unsent === 0 ? 'All sent' : `${unsent} to send`
}

/** What is read out when it comes to stand: what a person should know, never the ups and downs of every save. */
export function spokenWords(facts: SyncFacts): string {
  if (facts.state === 'offline') return 'Offline'
  return facts.state === 'attention' || facts.state === 'behind' || facts.state === 'stuck'
    ? markWords(facts)
    : ''
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
    | 'pointed'
    | 'server'
    | 'storage'
  kind: 'plain' | 'attention' | 'harm'
  text: string
}

/** Why it is stuck, and what to do. */
function whyStuck(facts: SyncFacts): string {
  const { trouble, people } = facts
  if (isTooOld(facts))
    return 'The server no longer takes this version of the app: load the app again to update it. Nothing is lost by that.'
  if (trouble !== null && trouble.status >= 500)
    return `The server answers, but cannot store anything (${trouble.status}): tell whoever looks after it.`
  if (trouble?.status === 413)
    return 'Something between this tablet and the server refuses what is sent as too large: tell whoever looks after the network.'
  if (trouble !== null)
    return `The server answers, but does not take what this tablet sends (${trouble.status}): save a diagnosis file under “This tablet” and send it to whoever looks after the server.`
  if (people.some(({ waits, shutOut }) => waits || shutOut))
    return 'It cannot be sent without the person whose work it is.'
  return 'The server answers, but does not take it: tell whoever looks after it.'
}

const isTooOld = ({ trouble, updateRequired }: SyncFacts) =>
  updateRequired || trouble?.code === 'protocol_unsupported' || trouble?.status === 426

/** Whose work lies here beside that of the one who looks, and what each waits for. */
const personLine = (person: UnsentPerson, timeZone: string | undefined): SyncLine => {
  const since = person.oldestAt === null ? '' : `, since ${formatDateTime(person.oldestAt, timeZone)}`
  const why = person.shutOut
    ? ' Nobody can log in as this person any more: it waits in Needs Attention.'
    : person.waits
      ? ' It goes with their next login.'
      : ''
  return {
    id: `person ${person.user_id}`,
    kind: person.shutOut ? 'attention' : 'plain',
    text: `${person.name}: ${changes(person.unsent)} not sent${since}.${why}`,
  }
}

const markedStill = (unread: number) =>
  unread === 1
    ? '1 change is marked “Not sent yet” until this tablet has read it back from the server.'
    : `${unread} changes are marked “Not sent yet” until this tablet has read them back from the server.`

const unsentLine = (facts: SyncFacts, timeZone: string | undefined): SyncLine => {
  const { unsent, unread, oldestAt, state } = facts
  if (unsent === 0) {
    const text = `Everything on this tablet has been sent.${unread === 0 ? '' : ` ${markedStill(unread)}`}`
    return { id: 'unsent', kind: 'plain', text }
  }
  const since = oldestAt === null ? '' : `, the oldest since ${formatDateTime(oldestAt, timeZone)}`
  const words = unsent === 1 ? 'is not sent yet' : 'are not sent yet'
  const safe = unsent === 1 ? 'It is kept' : 'They are kept'
  const stuck = state === 'stuck' && !facts.signInAgain ? ` ${whyStuck(facts)}` : ''
  return {
    id: 'unsent',
    kind: state === 'stuck' ? 'harm' : 'plain',
    text: `${changes(unsent)} ${words}${since}. ${safe} on this tablet until the server has ${unsent === 1 ? 'it' : 'them'}.${stuck}`,
  }
}

/** Nothing is read although the server answers: since when, and what to do. */
function behindLine({ lastPull, trouble }: SyncFacts, timeZone: string | undefined): SyncLine {
  const since =
    lastPull === null
      ? 'This tablet could not read from the server yet, although it answers'
      : `This tablet has read nothing from the server since ${formatDateTime(lastPull, timeZone)}, although it answers`
  const what =
    trouble !== null && trouble.status >= 500
      ? `Tell whoever looks after the server (${trouble.status}).`
      : 'Load the app again. If that does not help, save a diagnosis file under “This tablet” and send it to whoever looks after the server.'
  return { id: 'behind', kind: 'harm', text: `${since}: what others changed is missing here. ${what}` }
}

const serverLine = ({ serverReachable, lastPull }: SyncFacts, timeZone: string | undefined): SyncLine => {
  const last =
    lastPull !== null
      ? `Last heard from the server ${formatDateTime(lastPull, timeZone)}.`
      : serverReachable
        ? 'The server answers.'
        : 'This tablet has not heard from the server yet.'
  const reach = serverReachable ? '' : ' It is out of reach now; you can go on working.'
  return { id: 'server', kind: 'plain', text: `${last}${reach}` }
}

/** Every line of the panel, in plain words: what is unsent since when, what needs a person, the server, the storage. */
export function syncLines(facts: SyncFacts, timeZone?: string): SyncLine[] {
  if (facts.state === 'reading') return [{ id: 'reading', kind: 'plain', text: 'Reading this tablet.' }]
  const lines = [unsentLine(facts, timeZone)]
  const { people } = facts
  if (people.length > 1 || people.some(({ waits, shutOut }) => waits || shutOut))
    lines.push(...people.map((person) => personLine(person, timeZone)))
  if (facts.signInAgain && facts.serverReachable)
    lines.unshift({
      id: 'sign-in',
      kind: 'harm',
      text: 'You logged in while the server was out of reach. It answers again: log out and log in, so that this tablet reads what is new.',
    })
  if (facts.serverReachable && facts.unsent === 0 && isTooOld(facts))
    lines.push({
      id: 'update',
      kind: 'attention',
      text: 'The server no longer gives this version of the app anything new: load the app again to update it. Nothing is lost by that.',
    })
  if (facts.state === 'behind') lines.unshift(behindLine(facts, timeZone))
  if (facts.storageLost) lines.push({ id: 'lost', kind: 'harm', text: storageText.lost })
  if (facts.attention > 0) {
    const text =
      facts.attention === 1
        ? '1 change was not accepted and needs a person.'
        : `${facts.attention} changes were not accepted and need a person.`
    lines.push({ id: 'attention', kind: 'attention', text })
  }
  if (facts.pointed > 0)
    lines.push({
      id: 'pointed',
      kind: 'attention',
      text: 'Balance sheets of controlled substances do not agree, and nobody has looked at it yet.',
    })
  if (facts.ledgerAlarms > 0)
    lines.push({
      id: 'ledger',
      kind: 'harm',
      text: 'The controlled substance ledger on the server is not the one that this tablet saw before: entries may have been removed or changed. Tell whoever is responsible for controlled substances.',
    })
  if (!facts.loaded && facts.loading !== null)
    lines.push({
      id: 'loading',
      kind: 'attention',
      text: `The records of the clinic are on their way to this tablet, ${facts.loading} so far. Until all are here, saved sheets, draws and balance sheets are not complete.`,
    })
  if (facts.differences > 0)
    lines.push({
      id: 'differences',
      kind: 'plain',
      text: `${facts.differences === 1 ? 'Once' : `${facts.differences} times`} records on this tablet were not those of the server, and were loaded anew. Tell whoever looks after it.`,
    })
  lines.push(serverLine(facts, timeZone))
  const { usage, quota, persisted } = facts.storage
  if (quota > 0 && usage / quota > 0.9) {
    lines.push({ id: 'storage', kind: 'harm', text: 'The storage of this tablet is almost full.' })
  } else if (!persisted) {
    lines.push({
      id: 'storage',
      kind: 'attention',
      text: 'The storage is not protected: this browser may delete records when space runs out. Adding the app to the home screen protects it.',
    })
  }
  return lines
}
