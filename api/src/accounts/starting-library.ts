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

/**
 * Writes the demonstration library of every organization that it is due in, through the one door that all records take, in
 * lanes of the server's own; and the week of work of the demonstration. All ids and times follow from the organization, so what
 * was begun and broken off is finished, not doubled.
 */
export async function writeLibraries(deps: LibraryDependencies): Promise<void> {
  const { accounts, store, now, week } = deps
  for (const { created_at, ...account } of await accounts.librariesDue()) {
    const { org_id, org_name, time_zone, demo } = account
    const named = (name: string) => derivedId(org_id, `starting library: ${name}`)
    const device = derivedId(org_id, LIBRARY_DEVICE)
    const at = now().toISOString()
    let count = 0
    const newId = () => named(`id ${++count}`)

    const laneOf = async (speaker: Speaker, lane: string) => {
      const binding = { protocol: PROTOCOL, device, lane, block: 0 }
      const { epoch, section_keys } = await store.registerDevice(speaker, binding, at)
      return {
        firstKey: section_keys.from,
        push: async (mutations: Mutation[], fits: (status: string) => boolean) => {
          const request = { protocol: PROTOCOL, epoch, device, lane, sent_at: at, mutations }
          const { results } = await store.push(speaker, request, at)
          const failed = results.find(({ status }) => !fits(status))
          if (failed) throw new Error(`The library of ${org_name} was not taken: ${JSON.stringify(failed)}`)
        },
      }
    }
    const founder = await laneOf(speakerOf(account), named('lane'))
    const madeAt = new Date(created_at.getTime() - (demo ? LIBRARY_AGE_MS : 0)).toISOString()
    const library = demonstrationMutations(demonstrationFacts(), newId, madeAt, founder.firstKey)
    await founder.push(library, (status) => status === 'applied')
    if (demo && week) {
      const speakers = await accounts.speakersOf(org_id)
      const speakerNamed = (email: WeekPerson) => {
        const speaker = speakers.get(email)
        if (!speaker) throw new Error(`The demonstration has no user ${email}.`)
        return speaker
      }
      const [technician, veterinarian, lead] = WEEK_PEOPLE
      const userIds = {
        [technician]: speakerNamed(technician).user_id,
        [veterinarian]: speakerNamed(veterinarian).user_id,
        [lead]: speakerNamed(lead).user_id,
      }
      const steps = demonstrationWeek({
        library,
        now: created_at.toISOString(),
        timeZone: time_zone,
        userIds,
        newId,
      })
      const lanes = new Map<WeekPerson, Awaited<ReturnType<typeof laneOf>>>()
      for (const email of WEEK_PEOPLE)
        lanes.set(email, await laneOf(speakerNamed(email), named(`lane of ${email}`)))
      // Two versions of a drug are part of it.
      for (const { by, mutations } of mutationsOf(steps, newId))
        await lanes.get(by)?.push(mutations, (status) => status === 'applied' || status === 'conflict')
    }
    await accounts.libraryWritten(org_id)
  }
}
