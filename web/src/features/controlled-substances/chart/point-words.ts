import { mlText } from 'sync-protocol/rules/ledger-volume'
import type { SeriesPoint } from 'sync-protocol/rules/substance-series'
import { formatDate } from '../../../ui/format.ts'
import { chartText as text } from './chart-text.ts'
import { signed } from './chart-words.ts'

/** What is told of one point: when and where it is written, what was left, what changed, and why or for whom. */
export interface PointWords {
  when: string
  balance: string
  change: string
  about: string
}

function changeOf({ kind, change, balance, remainder }: SeriesPoint): string {
  if (kind === 'draw') return (remainder ? text.drawnRest : text.drawn)(mlText(-change))
  if (kind === 'bottle') return text.received(mlText(change))
  if (kind === 'adjustment') return text.adjusted(signed(change))
  // Of the first sheet nothing lies before; a later one begins with another balance than the one before ended with.
  return change === balance ? text.opened : text.openedWith(signed(change))
}

export function wordsOfPoint(point: SeriesPoint): PointWords {
  const { day, page, balance, kind, title, reason, bottle_number } = point
  const whom = kind === 'draw' ? title : ''
  return {
    when: text.when(formatDate(day), page),
    balance: mlText(balance),
    change: changeOf(point),
    about: [whom, reason, bottle_number === '' ? '' : text.ofBottle(bottle_number)]
      .filter((part) => part !== '')
      .join(' · '),
  }
}

/** The same as a sentence, to be listened to. */
export const saidPoint = ({ when, balance, change, about }: PointWords, place: string): string =>
  `${when}. ${text.balanceOf(balance)}. ${[change, about].filter((part) => part !== '').join(', ')}. ${place}`
