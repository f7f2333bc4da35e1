import { randomUUID } from 'node:crypto'
import type { Op } from 'sync-protocol/records/mutation'
import type { ApiClient } from './api-client.ts'

/** Two people weighed a patient of the day list, each without the other: 12 kg stands, 21 kg waits. */
export async function pushContestedPatient(
  { first, second }: { first: ApiClient; second: ApiClient },
  { name, day }: { name: string; day: string },
): Promise<void> {
  const _id = randomUUID()
  const content = { species: 0, name, day, order: 'h', status: 'listed' }
  await first.push('day_row.create', [{ op: 'create', collection: 'day_rows', _id, content }])
  const weigh = (weight: number): Op => ({
    op: 'update',
    collection: 'day_rows',
    _id,
    base: 1,
    set: { weight, weight_units: 'kg' },
    was: content,
  })
  await first.push('day_row.update', [weigh(12)])
  await second.push('day_row.update', [weigh(21)], new Date(), 'conflict')
}
