import type { EmergencyProtocolContent } from 'sync-protocol/records/emergency-protocol'
import { CANINE, FELINE, type Species } from 'sync-protocol/records/fields'
import { knownContent } from 'sync-protocol/records/known-content'
import { listIndex } from '../../data/lists/list-index.ts'
import type { ListEntry } from '../../data/lists/list-search.ts'
import { getRecord } from '../../data/view/records.ts'
import { readChosen } from './chosen-protocol.ts'

const names = new Intl.Collator('en-US', { sensitivity: 'base', numeric: true })
export const byName = (a: ListEntry, b: ListEntry): number =>
  names.compare(a.name, b.name) || (a._id < b._id ? -1 : 1)

/** The clinic's emergency protocols for a species, by name. */
export const protocolsFor = (entries: readonly ListEntry[], species: Species): ListEntry[] =>
  entries.filter((entry) => entry.species.includes(species)).sort(byName)

/** The one that was chosen last; the first where that one is not there. */
export const chosenOf = (choices: readonly ListEntry[], last: string | null): ListEntry | undefined =>
  choices.find(({ _id }) => _id === last) ?? choices[0]

/** A list has another entry for a record after each change of it, so what was read for this one is what it says. */
const contents = new WeakMap<ListEntry, EmergencyProtocolContent | null>()

/** Undefined until it was read; null where it cannot be. */
export const contentInMemory = (entry: ListEntry): EmergencyProtocolContent | null | undefined =>
  contents.get(entry)

export async function readContent(entry: ListEntry): Promise<void> {
  const record = await getRecord('emergency_protocols', entry._id)
  contents.set(entry, knownContent('emergency_protocols', record?.content))
}

/** Reads what would be shown if somebody pressed EMERGENCY now: the press then waits for no database. */
export async function readProtocolsAhead(): Promise<void> {
  const list = listIndex('emergency_protocols')
  await list.ready
  for (const species of [CANINE, FELINE] as const) {
    const entry = chosenOf(protocolsFor(list.entries(), species), readChosen(localStorage, species))
    if (entry !== undefined && contentInMemory(entry) === undefined) await readContent(entry)
  }
}
