import * as z from 'zod/mini'

/** Of a drug, mg stands for what it is measured in (`unitFor`). */
export type Unit = 'mg/ml' | 'mg/kg' | 'ml/kg' | 'ml' | 'kg' | 'months'

/**
 * How the action log reads a field: a number with its unit, words as they are or within quotes, long ones shortened, a species
 * and a section by their names, no and yes by the two words. A pair has one for each species that the record is for.
 */
export type Reading =
  | 'number'
  | 'words'
  | 'quoted'
  | 'limits'
  | 'infusion'
  | 'day'
  | 'species'
  | 'section'
  | readonly [no: string, yes: string]

/** How an optional field is typed that stands by itself: a text, a day, a whole number, any number. */
export type Plain = 'text' | 'day' | 'whole' | 'number'
/** Typed as digits, and stored as a number. */
export const isNumeric = (plain: Plain): boolean => plain === 'whole' || plain === 'number'

export interface Field {
  schema: z.ZodMiniType
  /** What it is called on its own, as in 'Usual range'. */
  label: string
  /** Absent: it is the record's name, or needs no words. */
  reads?: Reading
  unit?: Unit
  /** It needs nothing of its own anywhere: the form shows it below the others, and a call takes it as it is. */
  plain?: Plain
  /** It stands on a record's card: the beginning of a text, a number, a day. Or this, of a record without it; '' for nothing. */
  card?: string
  /** Fields that change as one unit; a merge never splits a group (sync contract M1). Absent in a fact, which never changes. */
  group?: string
  /** The first edition that knows it; 1 where absent. An edit of an earlier one says nothing about it (sync contract P7). */
  since?: number
}

type Fields = Readonly<Record<string, Field>>
type Grouped = Readonly<Record<string, Field & { group: string }>>

/** What is said of a kind beside its content. */
export interface KindWords {
  /** What one is called within a sentence, and many. */
  nouns: readonly [one: string, many: string]
  /** The first halves of its actions' names: `drug` makes `drug.create`. */
  subjects: readonly string[]
  /** The field that says what a record is called. */
  title: string
  /** The numeric type code of the documented calls (`spec 2 §3`). */
  type?: number
}

export interface Kind extends KindWords {
  /** The number of today's content schema. */
  schema: number
  content: z.ZodMiniType
  /** `fact`: created once, then only voided. `server`: only the server makes it; people settle it. */
  sort: 'library' | 'fact' | 'draft' | 'server'
  groups: Readonly<Record<string, readonly string[]>>
  /** Fields that say when the rest of their group was entered: two people who enter the same at two times agree. */
  times?: readonly string[]
  /** Each field, in the order in which it is read. */
  fields: Fields
}

const groupsOf = (fields: Grouped): Record<string, string[]> => {
  const groups: Record<string, string[]> = {}
  for (const [name, { group }] of Object.entries(fields)) (groups[group] ??= []).push(name)
  return groups
}

type ShapeOf<F extends Fields> = { [Name in keyof F]: F[Name]['schema'] }

/** The schemas of the fields, for an object of zod. */
export const shapeOf = <F extends Fields>(fields: F): ShapeOf<F> =>
  Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])) as ShapeOf<F>

/** A library record: each of its fields is said once, with all that is said of it. */
export const libraryKind = <F extends Grouped>({ fields, ...words }: KindWords & { fields: F }) => ({
  ...words,
  schema: 1,
  sort: 'library' as const,
  fields,
  groups: groupsOf(fields),
  content: z.strictObject(shapeOf(fields)),
})

/** A fact, and what the server makes: nothing in it is edited, so that its fields have no groups. */
export const unchangingKind = <S extends 'fact' | 'server', F extends Fields>({
  fields,
  ...words
}: KindWords & { sort: S; fields: F }) => ({
  ...words,
  schema: 1,
  fields,
  groups: {},
  content: z.strictObject(shapeOf(fields)),
})

/** What a person is typing: `schema` and `content` of its two shapes, `fields` of both. */
export const draftKind = <C extends z.ZodMiniType, F extends Grouped>(
  words: KindWords & { content: C; fields: F; times: readonly string[] },
) => ({ ...words, schema: 1, sort: 'draft' as const, groups: groupsOf(words.fields) })
