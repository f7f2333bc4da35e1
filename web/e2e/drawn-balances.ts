import { randomUUID } from 'node:crypto'
import type { BalanceContent } from 'sync-protocol/records/balance'
import type { Op } from 'sync-protocol/records/mutation'
import { balanceContentOf } from 'sync-protocol/rules/balance-sheet'
import { tableOf } from 'sync-protocol/rules/balance-table'
import type { TableEvent } from 'sync-protocol/rules/table-events'

const BOTTLE = 2_000
const VOLUME = 50
const PATIENTS = ['Rex', 'Zoë “Σκύλος” Жук', 'Wolfeschlegelsteinhausenbergerdorff Maximilian']
const REASONS = ['Castration', 'Ovariohysterectomy', 'Dental']

/** Draws of half a ml from bottles of 20 ml; when one is empty the next is added. Volumes in hundredths of a ml. */
function eventsOf(draws: number): TableEvent[] {
  const events: TableEvent[] = [
    { kind: 'start', bottle_number: 'B-1', container_size: BOTTLE, balance: BOTTLE },
  ]
  let left = BOTTLE
  let bottle = 1
  for (let n = 1; n <= draws; n++) {
    if (left === 0) {
      bottle += 1
      events.push({ kind: 'add_balance', bottle_number: `B-${bottle}`, volume: BOTTLE })
      left = BOTTLE
    }
    events.push({
      kind: 'full_draw',
      draw_id: randomUUID(),
      day: '2026-03-05',
      title: PATIENTS[n % PATIENTS.length] ?? '',
      description: `A-${n}`,
      species: n % 2 === 0 ? 0 : 1,
      reason: REASONS[n % REASONS.length] ?? '',
      volume: VOLUME,
      procedure_number: n,
    })
    left -= VOLUME
  }
  return events
}

/** A balance sheet as the tablet saves it, with this many draws. */
export const balanceOfDraws = (drug_name: string, draws: number): BalanceContent =>
  balanceContentOf(tableOf(eventsOf(draws)), { drug_name, drug_concentration: 100 })

/** The draws that a sheet was made of, as whoever pushes them drew them. */
export const drawsOf = ({ pages, drug_name, drug_concentration }: BalanceContent): Op[] =>
  pages.flat().flatMap(({ kind, draw_id, title, species, reason, used, date }) =>
    kind !== 'draw' || draw_id === undefined
      ? []
      : [
          {
            op: 'create',
            collection: 'draws',
            _id: draw_id,
            content: {
              drug_name,
              drug_concentration,
              drug_volume: used,
              drug_form: 'INJECTION',
              sheet_id: '-',
              sheet_data: { patient_name: title, reason, species },
              day: date,
            },
          },
        ],
  )
