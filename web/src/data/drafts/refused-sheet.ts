import type { ContentOf } from 'sync-protocol/records/kinds'
import type { Op } from 'sync-protocol/records/mutation'
import { fieldsOf } from 'sync-protocol/records/unchecked'
import { viewOf } from '../database/clinic-database.ts'
import type { RefusedSheet } from '../database/setting-values.ts'
import { readSetting, writeSetting } from '../database/settings.ts'
import { currentClinic } from '../database/signed-in.ts'

export type { RefusedSheet } from '../database/setting-values.ts'

/** Open sheets that one tablet can have opened again and not saved yet. */
const KEPT = 50

/** The sheet of this id, or the first one, that a change would have made, with the draws that go with it. */
export function sheetMadeBy(ops: readonly Op[], sheetId?: string): RefusedSheet | null {
  const made = ops.flatMap((op) => (op.op === 'create' ? [op] : []))
  const sheet = made.find(({ collection, _id }) => collection === 'sheets' && _id === (sheetId ?? _id))
  const { day, corrects } = fieldsOf<ContentOf<'sheets'>>(sheet?.content)
  if (sheet === undefined || typeof day !== 'string') return null
  const draws = made.filter(({ collection }) => collection === 'draws')
  return {
    sheet_id: sheet._id,
    draw_ids: draws.map(({ _id }) => _id),
    day,
    ...(typeof corrects === 'string' && /* @rule refused-corrects */ { corrects }),
  }
}

/** The refusal may have been heard with its answer alone, and is gone from this tablet once it is settled. */
export async function noteReopened(sheet: RefusedSheet): Promise<void> {
  const clinic = currentClinic()
  await clinic.transaction('rw', [clinic.settings], async () => {
    const before = (await readSetting(clinic, 'reopened_sheets')) ?? []
    const others = before.filter(({ sheet_id }) => sheet_id !== sheet.sheet_id)
    await writeSetting(clinic, 'reopened_sheets', [sheet, ...others].slice(0, KEPT))
  })
}

/**
 * The refused sheet of this id, which an open one is again; null where it is recorded, or not known here. Saved it takes the
 * same places and keeps its day: where somebody else settled the refusal on another tablet, the server finds the id taken, and
 * nothing is recorded twice (sync contract M9, P8).
 */
export async function refusedSheet(sheetId: string | null): Promise<RefusedSheet | null> {
  const clinic = currentClinic()
  if (sheetId === null || (await viewOf(clinic, 'sheets').get(sheetId))) return null
  const here = (await readSetting(clinic, 'reopened_sheets'))?.find(({ sheet_id }) => sheet_id === sheetId)
  if (here) return here
  for (const { content } of await viewOf(clinic, 'attention').toArray()) {
    const made = content && 'mutation' in content ? sheetMadeBy(content.mutation.ops, sheetId) : null
    if (made) return made
  }
  return null
}
