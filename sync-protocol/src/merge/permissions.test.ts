import { PROTOCOL } from '../wire/version.ts'
import { expect, test } from 'vitest'
import { testId } from '../testing/examples.ts'
import { MemoryStore } from '../testing/memory-store.ts'
import { runTable, type World } from '../testing/permission-run.ts'
import type { Person } from '../testing/permission-scene.ts'
import type { Permission } from '../testing/permission-table.ts'

const EPOCH = testId(0xb0, 1)
const NOW = '2026-11-20T10:00:00.000Z'

/** The table's people on the server in memory, which decides by `applyMutation`. */
function inMemory(): World {
  const store = new MemoryStore(EPOCH)
  const perms = new Map<Person, readonly Permission[]>()
  const sent = new Map<string, number>()
  const orgOf = (person: Person) => testId(0xb1, person === 'stranger' ? 2 : 1)
  const number = { self: 1, other: 2, stranger: 3 } as const
  return {
    give: async (person, given) => void perms.set(person, given),
    async push(person, tablet, mutations) {
      const who = testId(0xb2, number[person])
      const lane = testId(0xb3 + tablet, number[person])
      const from = sent.get(lane) ?? 0
      sent.set(lane, from + mutations.length)
      const speaker = {
        org_id: orgOf(person),
        user_id: who,
        user_name: person,
        org_name: '',
        perms: perms.get(person) ?? [],
      }
      const numbered = mutations.map((mutation, index) => ({ ...mutation, n: from + index + 1 }))
      const request = {
        protocol: PROTOCOL,
        epoch: EPOCH,
        device: lane,
        lane,
        sent_at: NOW,
        mutations: numbered,
      }
      return (await store.push(speaker, request, NOW)).results
    },
    records: async (person) => [...store.allRecords(orgOf(person))],
  }
}

test(
  '[P6] [P8] every operation on every collection, by every set of permissions, on own, others’ and another clinic’s records',
  { timeout: 60_000 },
  async () => {
    const { cells, wrong } = await runTable(inMemory())
    expect(wrong).toEqual([])
    expect(cells).toBeGreaterThan(3000)
  },
)
