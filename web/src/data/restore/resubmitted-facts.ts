import type { Collection } from 'sync-protocol/records/envelope'
import { acknowledgedOf } from '../outbox/kept-receipts.ts'
import { currentClinic } from '../database/signed-in.ts'

/** The facts that enter the ledger. */
const LEDGERED: readonly Collection[] = ['draws', 'balances']
const isLedgered = ({ keys }: { keys: readonly string[] }) =>
  keys.some((key) => LEDGERED.some((collection) => key.startsWith(`${collection}/`)))

/**
 * What this tablet knows of facts that the server had taken and lost when it was restored: the mutations that the server has
 * again, and how many are still to be sent.
 */
export async function resubmittedFacts(): Promise<{ sent: ReadonlySet<string>; waiting: number }> {
  const clinic = currentClinic()
  const [again, unsent] = await Promise.all([
    acknowledgedOf(clinic, (one) => one.lost !== undefined && isLedgered(one)),
    clinic.outbox.filter((row) => row.lost !== undefined && row.done === 0 && isLedgered(row)).count(),
  ])
  return { sent: new Set(again.map(({ id }) => id)), waiting: unsent }
}
