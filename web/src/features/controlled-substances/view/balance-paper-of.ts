import type { Person } from 'sync-protocol/rules/initials'
import type { Profile } from 'sync-protocol/wire/accounts'
import type { LiveRecord } from '../../../data/database/clinic-rows.ts'
import { clinicSettings } from '../../../data/people/clinic-settings.ts'
import type { LedgerPlace } from '../../../data/view/ledger-head.ts'
import type { BalancePaper } from '../../../exports/balance-paper.ts'
import { clinicOnPaper } from '../../../exports/clinic-on-paper.ts'

/** The paper of a balance sheet as this tablet has it; `ledger` is what the tablet knows of its entry there. */
export function balancePaperOf(
  { content, meta, voided }: LiveRecord<'balances'>,
  user: Profile,
  ledger: LedgerPlace,
  people: readonly (Person | null)[],
): BalancePaper {
  return {
    content,
    author: { id: meta.author_id, name: meta.author_name },
    people,
    date_created: meta.date_created,
    ...clinicOnPaper(user, clinicSettings.getState()),
    time_zone: user.time_zone,
    ledger,
    ...(voided && { voided }),
  }
}
