import type { BalanceContent } from '../records/balance.ts'
import type { DrawContent } from '../records/draw.ts'
import { openBottles, type OpenBottles } from './open-bottles.ts'

/** Who, when, and where in the feed: what does not stand in a content. */
export interface FactsAbout {
  _id: string
  /** Its place in the change feed; own unsent ones come after all that the server has. */
  order: number
  voided: boolean
  author_id: string
  author_name: string
  date_created: string
}

/** A balance sheet without its rows, and what is needed of them; volumes in ml. */
export interface RowlessBalance extends Omit<BalanceContent, 'pages'> {
  /** The draws that its rows use, one taken from two bottles once, one entered twice twice. */
  draw_ids: readonly string[]
  /** The bottle that it begins with. */
  first_bottle: string
  /** The balance that it opens with; absent where it has no first row. */
  opening?: number
  /** Bottles that it leaves open beside the one of its closing; absent where it leaves none. */
  open?: OpenBottles
}

/** What lists and rules need of a balance sheet, so that 10,000 stay light. */
export interface BalanceFacts extends RowlessBalance, FactsAbout {}

/** The draws that a sheet's rows use; the remainder of a draw taken from two bottles is no second use. */
export function drawIdsOf({ pages }: Pick<BalanceContent, 'pages'>): string[] {
  return pages.flatMap((rows) =>
    rows.flatMap(({ draw_id, remainder }) => (draw_id === undefined || remainder ? [] : [draw_id])),
  )
}

/** The bottle of a sheet's first row; empty where it has none. */
export const firstBottleOf = ({ pages }: Pick<BalanceContent, 'pages'>): string =>
  pages[0]?.[0]?.bottle_number ?? ''

export function withoutRows(content: BalanceContent): RowlessBalance {
  const { pages, ...own } = content
  const open = openBottles(content)
  const opening = pages[0]?.[0]?.balance ?? undefined
  return {
    ...own,
    draw_ids: drawIdsOf({ pages }),
    first_bottle: firstBottleOf({ pages }),
    ...(opening !== undefined && { opening }),
    ...(open !== undefined && { open }),
  }
}

export const balanceFacts = (content: BalanceContent, about: FactsAbout): BalanceFacts => ({
  ...about,
  ...withoutRows(content),
})

/** What lists and rules need of a draw: concentration in mg/ml, volume in ml. */
export interface DrawFacts extends Omit<FactsAbout, 'order'>, Omit<DrawContent, 'sheet_data' | 'schedule'> {
  patient_name: string
  patient_id?: string | undefined
  /** The procedure's name. */
  reason: string
  species: DrawContent['sheet_data']['species']
}

export function drawFacts(content: DrawContent, about: Omit<FactsAbout, 'order'>): DrawFacts {
  const { sheet_data, schedule: _, ...own } = content
  return { ...about, ...own, ...sheet_data }
}
