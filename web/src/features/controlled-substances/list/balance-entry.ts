import type { BalanceCard, CardFacts } from '../../../data/lists/card-facts.ts'
import type { ListEntry } from '../../../data/lists/list-search.ts'
import { formatDate, formatNumber } from '../../../ui/format.ts'
import { substanceText } from '../controlled-substances-text.ts'

export interface BalanceEntry extends ListEntry {
  card: CardFacts & { balance: BalanceCard }
}

export const isBalanceEntry = (entry: ListEntry): entry is BalanceEntry => entry.card.balance !== undefined

/** 'Ketamine 100 mg/ml' */
export const titleOf = ({ name, card }: BalanceEntry): string =>
  substanceText.title(name, formatNumber(card.balance.drug_concentration))

/** The day, or the range of days, on which it was used. */
export const daysOf = ({ card: { balance } }: BalanceEntry): string =>
  substanceText.days(formatDate(balance.date_start), formatDate(balance.date_end))
