import type { ReactNode } from 'react'
import type { BalanceTable } from 'sync-protocol/rules/balance-table'
import { mlText } from 'sync-protocol/rules/ledger-volume'
import { numberText } from 'sync-protocol/rules/number-input'
import type { Substance } from 'sync-protocol/rules/substances'
import { DrugName } from '../../../ui/drug-name.tsx'
import { formatDate } from '../../../ui/format.ts'
import { createText as text } from './create-text.ts'

interface FactProps {
  label: string
  children: ReactNode
  /** The `hero` is what the eye finds; the `day` stands here where the rows have no room for it. */
  as?: 'hero' | 'day'
}

function Fact({ label, children, as }: FactProps) {
  return (
    <div className={as === undefined ? 'create-fact' : `create-fact create-${as}`}>
      <dt>{label}</dt>
      <dd className="tabular">{children}</dd>
    </div>
  )
}

/** Drug name, container volume and strength (`spec 2 §2`), and what is in which bottle now. */
export function TableHead({ substance, table }: { substance: Substance; table: BalanceTable | null }) {
  return (
    <header className="create-head">
      <h2 className="create-drug">
        <DrugName name={substance.drug_name} />
      </h2>
      <dl className="create-facts">
        {table !== null && table.date !== null && (
          <Fact label={text.columns.date} as="day">
            {formatDate(table.date)}
          </Fact>
        )}
        <Fact label={text.strength}>{text.strengthOf(numberText(substance.drug_concentration))}</Fact>
        {table !== null && (
          <Fact label={table.others.length > 0 ? text.bottleInUse : text.bottle}>
            {table.bottle} <small className="quiet">{text.containerOf(mlText(table.container_size))}</small>
          </Fact>
        )}
        {table !== null && (
          <Fact label={text.balanceIn([...table.others, table.bottle])} as="hero">
            <span className={table.balance < 0 ? 'create-below' : undefined}>
              {mlText(table.balance)} <small>{text.ml}</small>
            </span>
          </Fact>
        )}
      </dl>
    </header>
  )
}
