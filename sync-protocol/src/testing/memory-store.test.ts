import { MemoryStore } from './memory-store.ts'
import { testId } from './examples.ts'
import { digestContract } from './digest-store-contract.ts'
import { snapshotContract } from './snapshot-store-contract.ts'
import { storeContract, type Harness } from './store-contract.ts'

let users = 0
const epoch = testId(0xffff, 1)

function harness(): Promise<Harness> {
  const store = new MemoryStore(epoch)
  const speaker = (org: number) => (perms: number[]) => {
    const number = ++users
    return Promise.resolve({
      org_id: testId(0xfffe, org),
      user_id: testId(0xfffd, number),
      user_name: `User ${number}`,
      org_name: `Clinic ${org}`,
      perms,
    })
  }
  return Promise.resolve({ store, epoch, speaker: speaker(1), stranger: () => speaker(2)([0, 1, 2, 3]) })
}

storeContract('memory', harness)
digestContract('memory', harness)
snapshotContract('memory', harness)
