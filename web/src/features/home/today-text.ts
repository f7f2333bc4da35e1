import { DAY_STATUS_WORDS } from 'sync-protocol/rules/day-status'
import type { DayStatus } from 'sync-protocol/records/day-row'

const count = (many: number, one: string) => `${many} ${one}${many === 1 ? '' : 's'}`

/** A number never stands apart from what it counts. */
const kept = (words: string) => words.replaceAll(' ', '\u00a0')

export const todayText = {
  title: 'Today',
  nothing: 'No patients yet today.',
  day: (patients: number) => `Day list: ${count(patients, 'patient')}`,
  /** On the way to the list, where it has two short lines: how many there are, whom the team watches, and how many are over. */
  glance: (patients: number, statuses: readonly (readonly [DayStatus, number])[]) =>
    [
      count(patients, 'patient'),
      ...statuses.flatMap(([status, many]) =>
        ['in_surgery', 'recovering', 'done'].includes(status) ? [`${many} ${DAY_STATUS_WORDS[status]}`] : [],
      ),
    ]
      .map(kept)
      .join('\u00a0· '),
  next: 'Next',
  contested: 'Two versions',
  /** 'C2 · Ovariohysterectomy' */
  facts: (facts: readonly (string | undefined)[]) =>
    facts.filter((fact) => fact !== undefined && fact !== '').join('\u00a0· '),
  openSheets: 'Open sheets',
  noName: 'No name yet',
  /** `wasExported`: a file was made of it on this tablet that nobody saved since. */
  openBy: (who: string, time: string, weight: string, wasExported: boolean) =>
    [
      `${who}, ${kept(time)}`,
      ...(weight === '' ? [] : [kept(weight)]),
      ...(wasExported ? [kept('exported, not saved')] : []),
    ].join('\u00a0· '),
  you: 'You',
  saved: 'Saved today',
  sheets: ['canine', 'feline'].map(
    (species) => (many: number) => `${many} ${species} ${many === 1 ? 'sheet' : 'sheets'}`,
  ),
  toRecord: 'Draws to record',
  draws: (many: number) => count(many, 'draw'),
  tables: 'Open balance tables',
  table: (entries: number, who: string) =>
    `${entries} ${entries === 1 ? 'entry' : 'entries'}, last by ${who}`,
  balances: 'Controlled substances',
  strength: (concentration: string) => `${concentration} mg/ml`,
  balance: (ml: string) => `${ml} ml`,
  bottles: (open: readonly string[], day: string) => {
    const known = open.filter((number) => number !== '')
    const named = known.length < open.length ? [...known, 'others'] : known
    if (known.length === 0) return day
    return `${known.length > 1 ? 'Bottles' : 'Bottle'} ${named.join(' + ')} · ${day}`
  },
  forked: 'Two balances: decide which one is right',
  due: 'To do',
  attention: (many: number) => `${many} need${many === 1 ? 's' : ''} attention`,
  reviews: ['canine', 'feline'].map(
    (species) => (many: number) => `${count(many, `${species} drug`)} due for review`,
  ),
} as const
