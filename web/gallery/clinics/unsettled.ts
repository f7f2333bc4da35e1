import { randomUUID } from 'node:crypto'
import type { JsonObject } from 'sync-protocol/records/json'
import type { Op } from 'sync-protocol/records/mutation'
import { updateOp } from 'sync-protocol/merge/update-op'
import { combineBalances } from 'sync-protocol/rules/combine-balances'
import type { ApiClient } from '../../e2e/api-client.ts'
import { balanceOfDay, balanceOp } from '../../e2e/balance-samples.ts'
import { daysAgo } from './make-clinic.ts'

/** One of each that waits for a person: two versions, an edit of a deleted record, a sheet that came too early, a branch. */
export async function pushWhatNeedsAttention(lead: ApiClient, other: ApiClient): Promise<void> {
  await twoVersions(lead, other)
  await editOfDeleted(lead, other)
  await combinedTooEarly(other)
  await twoFromOneBalance(lead, other)
}

async function twoVersions(lead: ApiClient, other: ApiClient): Promise<void> {
  const drug = (await lead.records('drugs')).find(({ content }) => content?.['name'] === 'Dexmedetomidine')
  if (!drug?.content) throw new Error('The library has no dexmedetomidine.')
  const was = drug.content as JsonObject
  const dosed = (dosage: [number, number]): Op => {
    const op = updateOp('drugs', { _id: drug._id, version: 1, content: was }, { ...was, dosage })
    if (op === null) throw new Error('This dosage is the one that stands.')
    return op
  }
  await lead.push('drug.update', [dosed([0.003, 0.006])])
  await other.push('drug.update', [dosed([0.007, 0.015])], new Date(), 'conflict')
}

async function editOfDeleted(lead: ApiClient, other: ApiClient): Promise<void> {
  const _id = randomUUID()
  const content = { species: 0, name: 'Penicillin G Benzathine' }
  await lead.push('injection.create', [{ op: 'create', collection: 'injections', _id, content }])
  await lead.push('injection.delete', [{ op: 'delete', collection: 'injections', _id, base: 1 }])
  const set = { name: 'Penicillin G Benzathine 300,000 IU' }
  const edit: Op = { op: 'update', collection: 'injections', _id, base: 1, set, was: { name: content.name } }
  await other.push('injection.update', [edit], new Date(), 'conflict')
}

const sheetOf = (drug_name: string, days: number, patient: string, previous_id?: string) =>
  balanceOfDay(
    { drug_name, drug_concentration: 10 },
    {
      day: daysAgo(days).day,
      bottle: 'M-31',
      draws: [
        { patient, volume: 90 },
        { patient: 'Zeus', volume: 60 },
      ],
      ...(previous_id !== undefined && { previous_id }),
    },
  )

async function combinedTooEarly(by: ApiClient): Promise<void> {
  const sources = [9, 8].map((days) => ({ _id: randomUUID(), content: sheetOf('Butorphanol', days, 'Hank') }))
  const made = combineBalances(sources)
  if ('error' in made) throw new Error(made.error)
  await by.push('balance.combine', [balanceOp(made.content)], new Date(), 'parked')
  for (const { _id, content } of sources) await by.push('balance.save', [balanceOp(content, _id)])
}

async function twoFromOneBalance(lead: ApiClient, other: ApiClient): Promise<void> {
  const first = randomUUID()
  await lead.push('balance.save', [balanceOp(sheetOf('Methadone', 12, 'Duke'), first)], daysAgo(12).at)
  await lead.push('balance.save', [balanceOp(sheetOf('Methadone', 5, 'Sadie', first))], daysAgo(5).at)
  await other.push('balance.save', [balanceOp(sheetOf('Methadone', 4, 'Rocky', first))], daysAgo(4).at)
}
