import { derivedId } from 'sync-protocol/records/mutation-hash'
import type { Mutation } from 'sync-protocol/records/mutation'
import type { Speaker, SyncStore } from 'sync-protocol/wire/store'
import { PROTOCOL } from 'sync-protocol/wire/version'
import { speakerOf } from '../plugins/session.ts'
import type { AccountStore } from './account-store.ts'
import { demonstrationFacts } from './demonstration-facts.ts'
import { demonstrationMutations } from './demonstration-mutations.ts'
import { demonstrationWeek, mutationsOf, WEEK_PEOPLE, type WeekPerson } from './demonstration-week.ts'

export interface LibraryDependencies {
  accounts: AccountStore
  store: Pick<SyncStore, 'registerDevice' | 'push'>
  now(): Date
  /** The demonstration gets a week of work too. */
  week: boolean
}

/** The name from which the id of the lanes' device follows. */
export const LIBRARY_DEVICE = 'starting library: device'

/** The demonstration's library is older than its week. */
const LIBRARY_AGE_MS = 40 * 24 * 60 * 60 * 1000

interface OpenLane {
  firstKey: number
  /** @throws Error where a mutation is answered otherwise than expected */
  push: (mutations: Mutation[], expected: readonly string[]) => Promise<void>
}

/**
 * Writes the demonstration library of every organization that it is due in, through the one door that all records take, in
 * lanes of the server's own; and the week of work of the demonstration. All ids and times follow from the organization, so what
 * was begun and broken off is finished, not doubled.
 */
export async function writeLibraries({ accounts, store, now, week }: LibraryDependencies): Promise<void> {
  for (const { created_at, ...account } of await accounts.librariesDue()) {
    const { org_id, demo, time_zone: timeZone } = account
    const named = (name: string) => derivedId(org_id, `starting library: ${name}`)
    let count = 0
    const newId = () => named(`id ${++count}`)
    const open = (speaker: Speaker, lane: string) =>
      openLane(store, speaker, named(lane), now().toISOString())
    const founder = await open(speakerOf(account), 'lane')
    const madeAt = new Date(created_at.getTime() - (demo ? LIBRARY_AGE_MS : 0)).toISOString()
    const library = demonstrationMutations(demonstrationFacts(), newId, madeAt, founder.firstKey)
    await founder.push(library, ['applied'])
    if (demo && week) {
      const speakers = await accounts.speakersOf(org_id)
      const of = (email: WeekPerson): Speaker => {
        const speaker = speakers.get(email)
        if (!speaker) throw new Error(`The demonstration has no user ${email}.`)
        return speaker
      }
      const lanes = new Map<WeekPerson, OpenLane>()
      for (const email of WEEK_PEOPLE) lanes.set(email, await open(of(email), `lane of ${email}`))
      const facts = {
        library,
        now: created_at.toISOString(),
        timeZone,
        technician: of(WEEK_PEOPLE[0]),
        newId,
      }
      // Two versions of a drug are part of it.
      for (const { by, mutations } of mutationsOf(demonstrationWeek(facts), newId))
        await lanes.get(by)?.push(mutations, ['applied', 'conflict'])
    }
    await accounts.libraryWritten(org_id)
  }
}

async function openLane(
  store: LibraryDependencies['store'],
  speaker: Speaker,
  lane: string,
  at: string,
): Promise<OpenLane> {
  const device = derivedId(speaker.org_id, LIBRARY_DEVICE)
  const binding = { protocol: PROTOCOL, device, lane, block: 0 }
  const { epoch, section_keys } = await store.registerDevice(speaker, binding, at)
  return {
    firstKey: section_keys.from,
    async push(mutations, expected) {
      const request = { protocol: PROTOCOL, epoch, device, lane, sent_at: at, mutations }
      const { results } = await store.push(speaker, request, at)
      const failed = results.find(({ status }) => !expected.includes(status))
      if (failed)
        throw new Error(`The library of ${speaker.org_name} was not taken: ${JSON.stringify(failed)}`)
    },
  }
}
