import type { Profile } from 'sync-protocol/wire/accounts'

export const STEPS = ['people', 'library', 'install', 'sheet'] as const
export type Step = (typeof STEPS)[number]

/** What a person's note on this tablet says: the list was put away, or it was begun and these steps were opened. */
export interface StepNote {
  away: boolean
  begun: boolean
  opened: ReadonlySet<string>
}

const AWAY = 'away'
const BEGUN = 'begun'

export function readSteps(note: string | null): StepNote {
  const words = new Set((note ?? '').split(' '))
  return { away: words.has(AWAY), begun: words.has(BEGUN), opened: words }
}

export const noteAway = (): string => AWAY
export const noteOpened = (note: StepNote, step?: Step): string =>
  [...new Set([BEGUN, ...STEPS.filter((one) => one === step || note.opened.has(one))])].join(' ')

/** What this tablet knows of the clinic. */
export interface ClinicFacts {
  /** Everything of the clinic is on this tablet. */
  loaded: boolean
  sheets: boolean
  /** A sheet can be made from it. */
  protocols: boolean
  people: number
  installed: boolean
}

/** What is done already: by its effect where that can be seen, else when it was looked at, of the library when somebody says so. */
export function doneSteps(facts: ClinicFacts, note: StepNote): ReadonlySet<Step> {
  const done: Record<Step, boolean> = {
    people: facts.people > 1,
    library: facts.protocols && note.opened.has('library'),
    install: facts.installed || note.opened.has('install'),
    sheet: facts.sheets,
  }
  return new Set(STEPS.filter((step) => done[step]))
}

/** For whoever set the clinic up, until it is put away or all is done; a clinic that has sheets is not new. */
export function showsSteps(
  user: Pick<Profile, 'org_perms' | 'demo'>,
  facts: ClinicFacts,
  note: StepNote,
): boolean {
  const owner = user.org_perms.includes(0) && user.org_perms.includes(1) && !user.demo
  if (!owner || note.away || !facts.loaded || doneSteps(facts, note).size === STEPS.length) return false
  return note.begun || !facts.sheets
}
