import type { SheetDraft } from 'sync-protocol/records/draft'
import { DAY_STATUSES, type DayRowContent, type DayStatus } from 'sync-protocol/records/day-row'
import type { SheetContent } from 'sync-protocol/records/sheet'
import type { BalanceFacts } from 'sync-protocol/rules/balance-facts'
import { isToDraw } from 'sync-protocol/rules/day-status'
import { previousBalance } from 'sync-protocol/rules/previous-balance'
import { openBeside } from 'sync-protocol/rules/previous-balance-form'
import { substanceKey, type Substance } from 'sync-protocol/rules/substances'
import type { ViewRecord } from '../../data/database/clinic-rows.ts'
import type { ListEntry } from '../../data/lists/list-search.ts'

/** How many patients of a day are how far; those with nobody are left out. */
export const statusCounts = (rows: readonly Pick<DayRowContent, 'status'>[]): [DayStatus, number][] =>
  DAY_STATUSES.flatMap((status): [DayStatus, number][] => {
    const count = rows.filter((row) => row.status === status).length
    return count === 0 ? [] : [[status, count]]
  })

/** So many find room beside the rest of the day. */
const NEXT_MAX = 5

export interface NextPatient {
  id: string
  content: DayRowContent
  /** Two tablets entered what a person has to decide on. */
  isContested: boolean
}

/** Whose drugs are drawn next, in the order of the list: nobody who has a sheet, saved or open, and nobody who is further. */
export const nextPatients = (
  rows: readonly { _id: string; content: DayRowContent }[],
  withSheet: ReadonlySet<string>,
  contested: ReadonlySet<string>,
): NextPatient[] =>
  rows
    .filter(
      ({ _id, content }) => content.sheet_id === undefined && isToDraw(content.status) && !withSheet.has(_id),
    )
    .slice(0, NEXT_MAX)
    .map(({ _id: id, content }) => ({ id, content, isContested: contested.has(id) }))

export interface OpenSheetLine {
  id: string
  name: string
  weight: string
  weight_units: SheetDraft['weight_units']
  author_id: string
  author_name: string
  /** Instant of the last change. */
  at: string
}

/** The open sheets of a clinic that somebody entered something into, the newest first, without the one that is offered by itself. */
export function openSheetLines(
  drafts: readonly ViewRecord<'drafts'>[],
  offered: string | undefined,
): OpenSheetLine[] {
  return drafts
    .flatMap(({ _id, deleted, content, meta }): OpenSheetLine[] => {
      if (deleted || content?.kind !== 'sheet' || _id === offered) return []
      const { name, weight, weight_units } = content
      const { author_id, author_name, date_created, date_edited: at = date_created } = meta
      return [{ id: _id, name: name.trim(), weight: weight.trim(), weight_units, author_id, author_name, at }]
    })
    .sort((a, b) => (a.at < b.at ? 1 : -1))
}

/** How many of these saved sheets are of dogs and of cats; those of other animals have no list. */
export const savedCounts = (sheets: readonly Pick<SheetContent, 'species'>[]): readonly [number, number] => [
  sheets.filter(({ species }) => species === 0).length,
  sheets.filter(({ species }) => species === 1).length,
]

export interface CurrentBalance extends Substance {
  /** In hundredths of a ml. */
  balance: number
  /** The one in use last; '' stands for those without a known number. */
  bottles: readonly string[]
  /** The last day of the balance sheet that it is from, YYYY-MM-DD. */
  day: string
  sheet_id: string
  /** Two tablets went on from the same balance: which one is right is for a person to say. */
  isForked: boolean
}

/** What each substance has left by its last balance sheet, in the substances' order. */
export const currentBalances = (
  substances: readonly Substance[],
  facts: readonly BalanceFacts[],
): CurrentBalance[] =>
  substances.flatMap(({ drug_name, drug_concentration }): CurrentBalance[] => {
    const last = previousBalance(facts, { drug_name, drug_concentration })
    const sheet = last?.ends.at(-1)
    if (!last || !sheet) return []
    const { balance, bottle_number, ends } = last
    return [
      {
        drug_name,
        drug_concentration,
        balance,
        bottles: [...openBeside(last), bottle_number],
        day: sheet.date_end,
        sheet_id: sheet._id,
        isForked: ends.length > 1,
      },
    ]
  })

export interface ToRecord extends Substance {
  draws: number
}

/**
 * How many draws of each substance stand in no balance sheet yet, since the last day of its last one: a clinic that counts has
 * these to record. What somebody has a table open for is gone on with there.
 */
export function drawsToRecord(
  balances: readonly CurrentBalance[],
  draws: readonly ListEntry[],
  usesOf: (drawId: string) => number,
  open: readonly Substance[],
): ToRecord[] {
  const begun = new Set(open.map(substanceKey))
  const since = new Map(balances.map((balance) => [substanceKey(balance), balance.day]))
  const first = balances.reduce((day, balance) => (balance.day < day ? balance.day : day), '9999')
  const counts = new Map<string, number>()
  for (const { _id, name, day, voided, card } of draws) {
    if (day < first || voided || card.draw === undefined || card.draw.drug_form === 'TABLET') continue
    const key = substanceKey({ drug_name: name, drug_concentration: card.draw.drug_concentration })
    const from = since.get(key)
    if (from !== undefined && day >= from && usesOf(_id) === 0) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return balances.flatMap((balance) => {
    const { drug_name, drug_concentration } = balance
    const key = substanceKey(balance)
    const waiting = counts.get(key)
    return waiting === undefined || begun.has(key) ? [] : [{ drug_name, drug_concentration, draws: waiting }]
  })
}

/** How many of the library's drugs are due for a review on this day, YYYY-MM-DD, for [canine, feline]; one of both counts for both. */
export const reviewsDue = (drugs: readonly ListEntry[], today: string): readonly [number, number] => {
  const due = drugs.filter(({ card: { drug } }) => drug?.review_due !== undefined && drug.review_due <= today)
  const of = (code: number) => due.filter(({ species }) => species.includes(code)).length
  return [of(0), of(1)]
}
