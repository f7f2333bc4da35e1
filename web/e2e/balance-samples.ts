import { randomUUID } from 'node:crypto'
import type { BalanceContent } from 'sync-protocol/records/balance'
import type { JsonObject } from 'sync-protocol/records/json'
import type { Op } from 'sync-protocol/records/mutation'
import { balanceContentOf } from 'sync-protocol/rules/balance-sheet'
import { tableOf } from 'sync-protocol/rules/balance-table'
import type { Substance } from 'sync-protocol/rules/substances'

export const KETAMINE: Substance = { drug_name: 'Ketamine', drug_concentration: 100 }

interface Day {
  /** YYYY-MM-DD */
  day: string
  bottle?: string
  /** Hundredths of a ml. */
  opening?: number
  draws: readonly { draw_id?: string; patient: string; volume: number }[]
  previous_id?: string
}

/** A balance sheet of one day, made by the rules of the product. */
export function balanceOfDay(substance: Substance, sheet: Day): BalanceContent {
  const { day, bottle = '1', opening = 1000, draws, previous_id } = sheet
  const table = tableOf([
    {
      kind: 'start',
      bottle_number: bottle,
      container_size: 1000,
      balance: opening,
      ...(previous_id !== undefined && { previous_id }),
    },
    ...draws.map(({ draw_id = randomUUID(), patient, volume }, at) => ({
      kind: 'full_draw' as const,
      draw_id,
      day,
      title: patient,
      description: '',
      species: 0,
      reason: 'Castration',
      volume,
      procedure_number: at + 1,
    })),
  ])
  return balanceContentOf(table, substance)
}

export const balanceOp = (content: BalanceContent, _id: string = randomUUID()): Op => ({
  op: 'create',
  collection: 'balances',
  _id,
  content: content as unknown as JsonObject,
})
