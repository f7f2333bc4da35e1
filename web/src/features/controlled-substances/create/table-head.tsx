import type { ReactNode } from 'react'
import type { BalanceTable } from 'sync-protocol/rules/balance-table'
import { mlText } from 'sync-protocol/rules/ledger-volume'
import { numberText } from 'sync-protocol/rules/number-input'
import type { Substance } from 'sync-protocol/rules/substances'
import { createText as text } from './create-text.ts'

function Fact({ label, children, hero = false }: { label: string; children: ReactNode; hero?: boolean }) {
  return (
    <div className={hero ? 'create-fact create-hero' : 'create-fact'}>
      <dt>{label}</dt>
      <dd className="tabular">{children}</dd>
    </div>
  )
}

/** Drug name, container volume and strength (`spec 2 §2`), and what is in the bottle now. */
export function TableHead({ substance, table }: { substance: Substance; table: BalanceTable | null }) {
  return (
    <header className="create-head">
      <h2 className="create-drug">{substance.drug_name}</h2>
      <dl className="create-facts">
        {table !== null && (
          <Fact label={text.container}>
            {mlText(table.container_size)} {text.ml}
          </Fact>
        )}
        <Fact label={text.strength}>{text.strengthOf(numberText(substance.drug_concentration))}</Fact>
        {table !== null && <Fact label={text.bottle}>{table.bottle}</Fact>}
        {table !== null && (
          <Fact label={text.balance} hero>
            <span className={table.balance < 0 ? 'create-below' : undefined}>
              {mlText(table.balance)} <small>{text.ml}</small>
            </span>
          </Fact>
        )}
      </dl>
    </header>
  )
}
