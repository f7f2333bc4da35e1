import { derivedId } from 'sync-protocol/records/mutation-hash'
import type { SyncStore } from 'sync-protocol/wire/store'
import { PROTOCOL } from 'sync-protocol/wire/version'
import { speakerOf } from '../plugins/session.ts'
import type { AccountStore } from './account-store.ts'
import { demonstrationFacts } from './demonstration-facts.ts'
import { demonstrationMutations } from './demonstration-mutations.ts'

export interface LibraryDependencies {
  accounts: AccountStore
  store: Pick<SyncStore, 'registerDevice' | 'push'>
  now(): Date
}

/** The name from which the id of the lane's device follows. */
export const LIBRARY_DEVICE = 'starting library: device'

/**
 * Writes the demonstration library of every organization that it is due in, through the one door that all records take, in a
 * lane of the server's own. All ids and times follow from the organization, so what was begun and broken off is finished, not
 * doubled.
 */
export async function writeLibraries({ accounts, store, now }: LibraryDependencies): Promise<void> {
  for (const { created_at, ...account } of await accounts.librariesDue()) {
    const named = (name: string) => derivedId(account.org_id, `starting library: ${name}`)
    const speaker = speakerOf(account)
    const device = derivedId(account.org_id, LIBRARY_DEVICE)
    const lane = named('lane')
    const at = now().toISOString()
    const binding = { protocol: PROTOCOL, device, lane, block: 0 }
    const { epoch, section_keys } = await store.registerDevice(speaker, binding, at)
    let count = 0
    const mutations = demonstrationMutations(
      demonstrationFacts(),
      () => named(`id ${++count}`),
      created_at.toISOString(),
      section_keys.from,
    )
    const request = { protocol: PROTOCOL, epoch, device, lane, sent_at: at, mutations }
    const { results } = await store.push(speaker, request, at)
    const failed = results.find(({ status }) => status !== 'applied')
    if (failed) throw new Error(`The library of ${account.org_name} was not taken: ${JSON.stringify(failed)}`)
    await accounts.libraryWritten(account.org_id)
  }
}
