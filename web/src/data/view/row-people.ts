import type { Person } from 'sync-protocol/rules/initials'
import { peopleOfRows, type AuthoredBalance } from 'sync-protocol/rules/who-drew'
import { isLive, type LiveRecord, type ViewRecord } from '../database/clinic-rows.ts'
import { getRecords } from './records.ts'

const authorOf = ({ meta }: Pick<ViewRecord, 'meta'>): Person => ({
  id: meta.author_id,
  name: meta.author_name,
})

const authored = (record: LiveRecord<'balances'>): AuthoredBalance => ({
  content: record.content,
  author: authorOf(record),
})

/** The sheets that a combined one was made of, and those that they were made of. */
async function sourcesOf({ content }: AuthoredBalance): Promise<Map<string, AuthoredBalance>> {
  const found = new Map<string, AuthoredBalance>()
  const asked = new Set<string>()
  let ids = content.combined_ids ?? []
  while (ids.length > 0) {
    for (const id of ids) asked.add(id)
    const records = (await getRecords('balances', ids)).filter(isLive)
    for (const record of records) found.set(record._id, authored(record))
    const further = records.flatMap((record) => authored(record).content.combined_ids ?? [])
    ids = [...new Set(further)].filter((id) => !asked.has(id))
  }
  return found
}

/** Who stands behind each row of a balance sheet that is neither carried nor empty, as far as this tablet knows. */
export async function rowPeople(record: LiveRecord<'balances'>): Promise<(Person | null)[]> {
  const sheet = authored(record)
  const ids = sheet.content.pages.flat().flatMap(({ draw_id }) => (draw_id === undefined ? [] : [draw_id]))
  const [sources, draws] = await Promise.all([sourcesOf(sheet), getRecords('draws', [...new Set(ids)])])
  return peopleOfRows(sheet, sources, new Map(draws.map((draw) => [draw._id, authorOf(draw)])))
}
