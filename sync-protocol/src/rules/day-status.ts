import { DAY_STATUSES, type DayStatus } from '../records/day-row.ts'

/** As people say them of a patient. */
export const DAY_STATUS_WORDS: Readonly<Record<DayStatus, string>> = {
  listed: 'listed',
  weighed: 'weighed',
  checked: 'checked',
  drawn: 'drawn',
  in_surgery: 'in surgery',
  recovering: 'recovering',
  done: 'done',
  refused: 'refused',
}

/** The same where it begins a line, or stands alone. */
export function dayStatusTitle(status: DayStatus): string {
  const words = DAY_STATUS_WORDS[status]
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const place = (status: DayStatus) => DAY_STATUSES.indexOf(status)

/** What one press makes of it; null at the end of the day, and for whom nothing will be done. */
export function nextStatus(status: DayStatus): DayStatus | null {
  if (status === 'done' || status === 'refused') return null
  return DAY_STATUSES[place(status) + 1] ?? null
}

/** What a weight makes of it: who was only listed is weighed now; nobody is ever taken back by a weight. */
export const statusOnceWeighed = (status: DayStatus): DayStatus => (status === 'listed' ? 'weighed' : status)

/** Its drugs are still to be drawn: nobody was further, nor refused. */
export const isToDraw = (status: DayStatus): boolean => place(status) < place('drawn')

/**
 * What a saved sheet makes of it: its drugs are drawn. Whoever is further stays there, and so does who was refused: that was
 * pressed by a person.
 */
export const statusOnceDrawn = (status: DayStatus): DayStatus => (isToDraw(status) ? 'drawn' : status)

/** Nothing is left to do for the patient. */
export const isOver = (status: DayStatus): boolean => status === 'done' || status === 'refused'
