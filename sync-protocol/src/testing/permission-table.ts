import type { Collection } from '../records/envelope.ts'

/** Permission 0 organization, 1 own records, 2 others' records, 3 drug sections (`spec 1 §6`, `spec 2 §6`). */
export type Permission = 0 | 1 | 2 | 3

/** Every set of permissions that a person can have. */
export const EVERY_SET: readonly (readonly Permission[])[] = Array.from({ length: 16 }, (_, bits) =>
  ([0, 1, 2, 3] as const).filter((permission) => bits & (1 << permission)),
)

/**
 * `nothing`: accepted without any effect. `parked`: kept until a holder of 1 and 2 approves it. `waits`: kept until the record
 * is here.
 */
export type Verdict =
  'done' | 'nothing' | 'forbidden' | 'parked' | 'waits' | 'unknown_record' | 'immutable' | 'invalid'

/** What it takes, and what happens to who has less; a verdict alone holds for everybody. */
export type Needs = { takes: readonly Permission[]; gives?: Verdict; else: Verdict } | Verdict

export function verdictOf(needs: Needs, perms: readonly Permission[]): Verdict {
  if (typeof needs === 'string') return needs
  return needs.takes.every((permission) => perms.includes(permission)) ? (needs.gives ?? 'done') : needs.else
}

const takes = (...permissions: Permission[]): Needs => ({ takes: permissions, else: 'forbidden' })
const OWN = takes(1)
const OTHERS = takes(1, 2)
const SECTIONS = takes(3)

export type Act = 'update' | 'delete' | 'restore' | 'void'
export interface Rules extends Record<Act, readonly [own: Needs, anothers: Needs]> {
  create: Needs
}

/** A library record: its author with 1, others with 1 and 2. Only facts are voided. */
const LIBRARY: Rules = {
  create: OWN,
  update: [OWN, OTHERS],
  delete: [OWN, OTHERS],
  restore: [OWN, OTHERS],
  void: ['invalid', 'invalid'],
}

/** What belongs to nobody: one permission alone decides. */
const ownedBy = (permission: Permission): Rules => {
  const needs = takes(permission)
  return {
    create: needs,
    update: [needs, needs],
    delete: [needs, needs],
    restore: [needs, needs],
    void: ['invalid', 'invalid'],
  }
}

/** A fact that happened is never refused (P8), and only ever voided. */
const FACT: Rules = {
  create: { takes: [1], else: 'parked' },
  update: ['immutable', 'immutable'],
  delete: ['immutable', 'immutable'],
  restore: ['immutable', 'immutable'],
  void: [OWN, OTHERS],
}

/** What the server makes, nobody else makes or changes; it is settled. */
const SERVERS: Rules = {
  create: 'forbidden',
  update: ['forbidden', 'forbidden'],
  delete: ['forbidden', 'forbidden'],
  restore: ['forbidden', 'forbidden'],
  void: ['invalid', 'invalid'],
}

export type Subject = Exclude<Collection, 'drafts'> | 'open sheet' | 'open balance table'

export const RULES: Readonly<Record<Subject, Rules>> = {
  drugs: LIBRARY,
  fluids: LIBRARY,
  anesthesia_protocols: LIBRARY,
  emergency_protocols: LIBRARY,
  injections: LIBRARY,
  procedures: LIBRARY,
  sections: ownedBy(3),
  policies: ownedBy(0),
  day_rows: ownedBy(1),
  sheets: FACT,
  draws: FACT,
  balances: FACT,
  code_events: FACT,
  // An open sheet is its author's alone; ending a draft never holds up what was saved from it (P4).
  'open sheet': {
    create: OWN,
    update: [OWN, 'forbidden'],
    delete: [{ takes: [1], else: 'nothing' }, 'nothing'],
    restore: [OWN, 'forbidden'],
    void: ['invalid', 'invalid'],
  },
  // An open balance table is continued by any holder of 1.
  'open balance table': {
    create: OWN,
    update: [OWN, OWN],
    delete: [
      { takes: [1], else: 'nothing' },
      { takes: [1], else: 'nothing' },
    ],
    restore: [OWN, OWN],
    void: ['invalid', 'invalid'],
  },
  conflicts: SERVERS,
  attention: SERVERS,
}

/** A conflict takes present permission on its record; its sender may always withdraw their change (M9). */
export const SETTLING: readonly {
  of: 'drugs' | 'sections'
  record: 'own' | "another's"
  sent: 'own' | "another's"
  mine: Needs
  theirs: Needs
}[] = [
  { of: 'drugs', record: 'own', sent: 'own', mine: OWN, theirs: 'done' },
  { of: 'drugs', record: 'own', sent: "another's", mine: OWN, theirs: OWN },
  { of: 'drugs', record: "another's", sent: 'own', mine: OTHERS, theirs: 'done' },
  { of: 'drugs', record: "another's", sent: "another's", mine: OTHERS, theirs: OTHERS },
  { of: 'sections', record: 'own', sent: 'own', mine: SECTIONS, theirs: 'done' },
  { of: 'sections', record: 'own', sent: "another's", mine: SECTIONS, theirs: SECTIONS },
  { of: 'sections', record: "another's", sent: 'own', mine: SECTIONS, theirs: 'done' },
  { of: 'sections', record: "another's", sent: "another's", mine: SECTIONS, theirs: SECTIONS },
]

/** A parked fact: dismissed by its author or by who acts for others, approved by the latter alone (P8, T3). */
export const ATTENDING: Readonly<
  Record<'dismiss' | 'mine' | 'theirs', readonly [own: Needs, anothers: Needs]>
> = {
  dismiss: ['done', OTHERS],
  mine: [OTHERS, OTHERS],
  theirs: ['invalid', { takes: [1, 2], gives: 'invalid', else: 'forbidden' }],
}

/** Deleting many is all or nothing (P6). */
export const DELETING_MANY: Readonly<
  Record<'own' | "with one of another's" | "with one of another clinic's", Needs>
> = {
  own: OWN,
  "with one of another's": OTHERS,
  "with one of another clinic's": { takes: [1], gives: 'unknown_record', else: 'forbidden' },
}

/**
 * Whatever is asked of another clinic's record: it does not exist. Ending a draft that does not exist is without effect; the void
 * of a fact waits for it, as after a restore (L6).
 */
export function rulesAbroad(subject: Subject, act: Act): Needs {
  const draft = subject === 'open sheet' || subject === 'open balance table'
  if (act === 'void' && RULES[subject] === FACT) return { takes: [1], gives: 'waits', else: 'unknown_record' }
  return draft && act === 'delete' ? 'nothing' : 'unknown_record'
}

/**
 * What a documented call is told. Nobody without 1 is let in to records at all; whoever is refused is told at once, so
 * that nothing is parked, and what has no effect is answered like what has one.
 */
export function verdictOfCall(needs: Needs, perms: readonly Permission[]): Verdict {
  if (!perms.includes(1)) return 'forbidden'
  const verdict = verdictOf(needs, perms)
  if (verdict === 'waits') return 'unknown_record'
  return verdict === 'parked' ? 'forbidden' : verdict
}
