import type { Collection } from '../records/envelope.ts'
import { sameJson, type JsonObject } from '../records/json.ts'
import { kinds, nameIn } from '../records/kinds.ts'
import { factsOf, withinSentence, type Fact, type SectionTitle } from './facts.ts'
import { factText, logText } from './log-text.ts'

const PARTS_SHOWN = 30

const withUnit = ({ value, unit }: Fact) => (unit === '' ? value : `${value} ${unit}`)
const said = (fact: Fact) =>
  fact.bare || fact.label === '' ? withUnit(fact) : `${fact.label} ${withUnit(fact)}`

function few(parts: readonly string[]): string {
  const shown = parts.slice(0, PARTS_SHOWN)
  if (parts.length > shown.length) shown.push(logText.more(parts.length - shown.length))
  return shown.join(', ')
}

/** The facts of each item, in the order of the items; the record's own come first, under ''. */
function byItem(facts: readonly Fact[]): Map<string, Fact[]> {
  const items = new Map<string, Fact[]>()
  for (const fact of facts) {
    const of = items.get(fact.item)
    if (of) of.push(fact)
    else items.set(fact.item, [fact])
  }
  return items
}

const itemWords = (item: string, facts: readonly Fact[]) => {
  const words = facts.map(said).join(', ')
  return item === '' ? words : logText.within(item, words)
}

/** What a record says besides its name: "concentration 100 mg/ml, canine dosage 5 mg/kg". */
export function listed(collection: Collection, content: JsonObject, titleOf: SectionTitle): string {
  return few(
    [...byItem(factsOf(collection, content, titleOf))].map(([item, facts]) => itemWords(item, facts)),
  )
}

/** "concentration 100 to 50 mg/ml"; the unit once where both have it. */
function changedFact(from: Fact | undefined, to: Fact | undefined): string[] {
  const { label = '', item = '', bare = true } = to ?? from ?? {}
  const name = [item, bare ? '' : label].filter(Boolean).join(' ')
  if (!from || !to) {
    const [before, after] = [from, to].map((fact) => (fact ? withUnit(fact) : factText.none))
    return [logText.changed(name, before ?? '', after ?? '')]
  }
  if (from.value === to.value && from.unit === to.unit) return []
  return [logText.changed(name, from.unit === to.unit ? from.value : withUnit(from), withUnit(to))]
}

function changedFacts(before: readonly Fact[], after: readonly Fact[]): string[] {
  const labels = [...new Set([...before, ...after].map(({ label }) => label))]
  const of = (facts: readonly Fact[], label: string) => facts.find((fact) => fact.label === label)
  return labels.flatMap((label) => changedFact(of(before, label), of(after, label)))
}

/**
 * What differs between two contents of a record, in words: "concentration 100 to 50 mg/ml, added 'Propofol' in Induction
 * agents (…)". A difference without words of its own is named by its field. Empty where nothing differs.
 */
export function changes(
  collection: Collection,
  before: JsonObject,
  after: JsonObject,
  titleOf: SectionTitle,
): string {
  const [from, to] = [before, after].map((content) => byItem(factsOf(collection, content, titleOf)))
  if (!from || !to) return ''
  const names = [before, after].map((content) => nameIn(collection, content))
  const [oldName = '', newName = ''] = names.map((name) =>
    name === '' ? factText.none : logText.quoted(name),
  )
  const { title, fields } = kinds[collection]
  const label = withinSentence(fields[title]?.label ?? factText.name)
  const parts = oldName === newName ? [] : [logText.changed(label, oldName, newName)]
  parts.push(...changedFacts(from.get('') ?? [], to.get('') ?? []))
  for (const item of new Set([...from.keys(), ...to.keys()])) {
    if (item === '') continue
    const [was, is] = [from.get(item), to.get(item)]
    if (was && is) parts.push(...changedFacts(was, is))
    else if (is) parts.push(logText.added(itemWords(item, is)))
    else if (was) parts.push(logText.removed(itemWords(item, was)))
  }
  const labelOf = (field: string) => withinSentence(fields[field]?.label ?? field)
  return few(parts.length > 0 ? parts : fieldsThatDiffer(before, after).map(labelOf))
}

const fieldsThatDiffer = (before: JsonObject, after: JsonObject) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => !sameJson(before[field] ?? null, after[field] ?? null),
  )
