import { PERMISSION } from 'sync-protocol/rules/permissions'
import { currentUser } from '../../data/people/session.ts'
import { copiesHere } from '../../data/view/record-copies.ts'
import { compareRecords, type ComparedRecords, type Comparing } from './compare-records.ts'
import type { FollowedLedger } from './follow-ledger.ts'
import { readPage, readRecords } from './ledger-calls.ts'

/** Who may not read the records cannot compare them, and a broken ledger is nothing to compare with. */
export async function comparison(
  { told, header, lines }: FollowedLedger,
  rest: Pick<Comparing, 'onProgress' | 'pause' | 'isOver'>,
): Promise<ComparedRecords | null> {
  if (!told.ok || !currentUser().org_perms.includes(PERMISSION.records)) return null
  return compareRecords({
    ...rest,
    lines,
    readPage,
    readRecords: (after) => readRecords(header.epoch, after),
    copiesHere,
  })
}
