import type { Collection } from '../records/envelope.ts'
import type { JsonObject } from '../records/json.ts'
import { kinds } from '../records/kinds.ts'
import { objectOf, shown, textOf } from './facts.ts'
import { logText } from './log-text.ts'

/** The bare name of a record: what its list shows as its title. */
export function bareName(collection: Collection, content: JsonObject | undefined): string {
  return textOf(content, kinds[collection].title)
}

/** A record's name in a sentence, in quotes; empty for one that nobody knows. */
export function shortName(collection: Collection, content: JsonObject | undefined): string {
  const name = bareName(collection, content)
  if (name === '') return ''
  if (collection === 'draws' || collection === 'balances') return fullName(collection, content)
  return logText.quoted(name)
}

/** The same, with what tells a drug from another one of its name. */
export function fullName(collection: Collection, content: JsonObject | undefined): string {
  const name = bareName(collection, content)
  if (name === '' || content === undefined) return ''
  const quoted = logText.quoted(name)
  if (collection === 'drugs') return logText.strength(quoted, shown(content['concentration']))
  if (collection === 'balances') return logText.strength(quoted, shown(content['drug_concentration']))
  if (collection !== 'draws') return quoted
  const drug = logText.strength(quoted, shown(content['drug_concentration']))
  const patient = textOf(objectOf(content['sheet_data']), 'patient_name')
  return logText.draw(shown(content['drug_volume']), drug, logText.quoted(patient))
}
