import type { FollowedLedger } from './follow-ledger.ts'

/**
 * The ledger as a file for the stand-alone verifier: a line that names the server's head, then a line for each entry with the
 * text that its hash was made of, damaged or not.
 */
export function ledgerFile(
  { header, head, lines }: Pick<FollowedLedger, 'header' | 'head' | 'lines'>,
  orgName: string,
  now: Date,
): Blob {
  const { org, epoch, unmarked_until } = header
  const exported_at = now.toISOString()
  const first = { ledger: 1, org, org_name: orgName, epoch, unmarked_until, exported_at, head }
  return new Blob(
    [first, ...lines].map((line) => `${JSON.stringify(line)}\n`),
    { type: 'application/x-ndjson' },
  )
}
