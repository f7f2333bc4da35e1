import { MemoryStore, receiptOf } from './memory-store.ts'
import { behalfContract, type BehalfHarness } from './behalf-store-contract.ts'
import { testId } from './examples.ts'
import { digestContract } from './digest-store-contract.ts'
import type { Speaker } from '../wire/store.ts'
import type { PresentAuthor } from '../merge/present-author.ts'
import { snapshotContract } from './snapshot-store-contract.ts'
import { resubmissionContract } from './resubmission-store-contract.ts'
import { revokedContract, type RevokedHarness } from './revoked-store-contract.ts'
import { storeContract } from './store-contract.ts'

let users = 0
const epoch = testId(0xffff, 1)

function harness(): Promise<BehalfHarness & RevokedHarness> {
  const store = new MemoryStore(epoch)
  const authors = new Map<string, PresentAuthor>()
  store.authors = authors
  const change = ({ user_id, user_name, perms }: Speaker, how: Partial<PresentAuthor>) => {
    authors.set(user_id, { user_name, perms, ...how })
    return Promise.resolve()
  }
  const speaker = (org: number) => (perms: number[]) => {
    const number = ++users
    const made = {
      org_id: testId(0xfffe, org),
      user_id: testId(0xfffd, number),
      user_name: `User ${number}`,
      org_name: `Clinic ${org}`,
      perms,
    }
    if (org === 1) authors.set(made.user_id, made)
    return Promise.resolve(made)
  }
  return Promise.resolve({
    store,
    epoch,
    speaker: speaker(1),
    stranger: () => speaker(2)([0, 1, 2, 3]),
    remove: (who) =>
      authors.has(who.user_id) ? change(who, { perms: [], removed: true }) : Promise.resolve(),
    forget: () => {
      const org = testId(0xfffe, 1)
      store.forgetTombstones(org, store.organization(org).head)
      return Promise.resolve()
    },
    receipt: ({ org_id, user_id }, mutation, subject) => receiptOf(org_id)(user_id, mutation, subject),
    revoke: (_, device, name) => {
      store.revoked = new Map(name === null ? [] : [[device, name]])
      return Promise.resolve()
    },
    pushRight: (who, lane, valid) => change(who, { revoked_lanes: valid ? [] : [lane] }),
  })
}

storeContract('memory', harness)
digestContract('memory', harness)
snapshotContract('memory', harness)
behalfContract('memory', harness)
resubmissionContract('memory', harness)
revokedContract('memory', harness)
