import { useEffect, useState } from 'react'
import { entriesOf, readOpenTable, type OpenTable } from 'sync-protocol/rules/open-table'
import { currentClinic, currentUser } from '../../../data/people/session.ts'
import { watchTables } from '../../../data/drafts/table-drafts.ts'
import { formatDateTime } from '../../../ui/format.ts'
import { SubstanceTitle } from '../substance-title.tsx'
import { createText as text } from './create-text.ts'

interface Offer {
  id: string
  open: OpenTable
}

/** Tables that anybody began and nobody saved, on this tablet or another; undefined until they are read. */
export function useOpenTables(): readonly Offer[] | undefined {
  const [offers, setOffers] = useState<readonly Offer[]>()
  useEffect(
    () =>
      watchTables(currentClinic(), currentUser()._id, ({ drafts }) =>
        setOffers(
          drafts.flatMap(({ _id, content }) => {
            const open = readOpenTable(content.table)
            return open === null || open.substance === null ? [] : [{ id: _id, open }]
          }),
        ),
      ),
    [],
  )
  return offers
}

export interface Offered {
  offers: readonly Offer[]
  onContinue: (id: string) => void
}

/** Offers what is open again, whoever began it (sync contract M10: any holder of 1 may go on with it). */
export function OpenTableOffers({ offers, onContinue }: Offered) {
  const [timeZone] = useState(() => currentUser().time_zone)
  if (offers.length === 0) return null
  return (
    <section className="create-offers" aria-label={text.openTables}>
      <h3 className="title-3">{text.openTables}</h3>
      <ul>
        {offers.map(({ id, open }) => {
          const { drug_name = '', drug_concentration = 0 } = open.substance ?? {}
          return (
            <li key={id}>
              <button type="button" className="picker-row" onClick={() => onContinue(id)}>
                <span className="picker-words">
                  <span className="picker-name">
                    <SubstanceTitle drug={drug_name} concentration={drug_concentration} />
                  </span>
                  <span className="quiet small">
                    {text.openTable(entriesOf(open), open.last.name, formatDateTime(open.last.at, timeZone))}
                  </span>
                </span>
                <span className="create-continue">{text.continue}</span>
              </button>
            </li>
          )
        })}
      </ul>
      <p className="quiet small">{text.chooseInstead}</p>
    </section>
  )
}
