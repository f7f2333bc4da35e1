import type { ComparedRecords } from './compare-records.ts'
import type { FollowedLedger } from './follow-ledger.ts'
import { inSlices } from '../../in-slices.ts'

/** Lines that are written before the time is looked at. */
const PIECE = 200

/**
 * The ledger as a file for the stand-alone verifier: a line that names the server's head, then a line for each entry with the
 * text that its hash was made of, damaged or not. The first line holds the records too, where they were read: whoever has an
 * earlier verifier passes over them. It is written in pieces: the screen answers in between.
 */
export async function ledgerFile(
  { header, head, lines }: Pick<FollowedLedger, 'header' | 'head' | 'lines'>,
  orgName: string,
  now: Date,
  records: Pick<ComparedRecords, 'texts'> | null,
  pause: () => Promise<void>,
): Promise<Blob> {
  const { org, epoch, unmarked_until } = header
  const exported_at = now.toISOString()
  const first = { ledger: 1, org, org_name: orgName, epoch, unmarked_until, exported_at, head }
  const json = JSON.stringify(first)
  const firstLine =
    records === null ? [json] : [`${json.slice(0, -1)},"records":[`, ...commaBetween(records.texts), ']}']
  const texts: Blob[] = []
  const slices = inSlices({ pause, isOver: () => false })
  for (let from = 0; from < lines.length; from += PIECE) {
    const piece = lines.slice(from, from + PIECE)
    texts.push(new Blob([piece.map((line) => `${JSON.stringify(line)}\n`).join('')]))
    await slices()
  }
  return new Blob([...firstLine, '\n', ...texts], { type: 'application/x-ndjson' })
}

const commaBetween = (texts: readonly Blob[]) =>
  texts.filter(({ size }) => size > 0).flatMap((text, index) => (index === 0 ? [text] : [',', text]))
