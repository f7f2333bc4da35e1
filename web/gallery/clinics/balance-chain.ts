import { randomUUID } from 'node:crypto'
import type { DrawContent } from 'sync-protocol/records/draw'
import { balanceContentOf } from 'sync-protocol/rules/balance-sheet'
import { tableOf } from 'sync-protocol/rules/balance-table'
import type { TableEvent } from 'sync-protocol/rules/table-events'
import { balanceOp } from '../../e2e/balance-samples.ts'
import type { ApiClient } from '../../e2e/api-client.ts'

export interface MadeDraw {
  _id: string
  content: DrawContent
  at: Date
}
/** Hundredths of a ml: a bottle of 20 ml. */
const BOTTLE = 2000

/** A balance sheet for each day on which the substance was drawn, each going on from the one before. */
export async function pushBalances(
  api: ApiClient,
  draws: readonly MadeDraw[],
  firstBottle: string,
): Promise<void> {
  const byDay = new Map<string, MadeDraw[]>()
  for (const draw of draws) byDay.set(draw.content.day, [...(byDay.get(draw.content.day) ?? []), draw])
  let [bottle, left] = [1, BOTTLE]
  let previous_id: string | undefined
  for (const day of [...byDay.keys()].toSorted()) {
    const ofDay = byDay.get(day) ?? []
    const [first] = ofDay
    if (first === undefined) continue
    const number = () => `${firstBottle}${bottle}`
    const events: TableEvent[] = [
      {
        kind: 'start',
        bottle_number: number(),
        container_size: BOTTLE,
        balance: left,
        ...(previous_id && { previous_id }),
      },
    ]
    ofDay.forEach(({ _id, content }, at) => {
      const volume = Math.max(1, Math.round(content.drug_volume * 100))
      if (volume > left) {
        bottle += 1
        left += BOTTLE
        events.push({ kind: 'add_balance', bottle_number: number(), volume: BOTTLE })
      }
      left -= volume
      const { patient_name, patient_id = '', species, reason } = content.sheet_data
      events.push({
        kind: 'full_draw',
        draw_id: _id,
        day,
        title: patient_name,
        description: patient_id,
        species,
        reason,
        volume,
        procedure_number: at + 1,
      })
    })
    const { drug_name, drug_concentration } = first.content
    const _id = randomUUID()
    const content = balanceContentOf(tableOf(events), { drug_name, drug_concentration })
    await api.push('balance.create', [balanceOp(content, _id)], signedAfter(first.at, firstBottle))
    previous_id = _id
  }
}

/** A moment of its own for each substance, so that a list of them has one order. */
const signedAfter = (at: Date, bottle: string) => new Date(at.getTime() + bottle.charCodeAt(0) * 60_000)
