import { perMl } from '../records/amount-unit.ts'
import { codeTap, type CodeEventContent } from '../records/code-event.ts'
import type { Collection } from '../records/envelope.ts'
import type { JsonObject } from '../records/json.ts'
import { patientIn } from '../records/draw.ts'
import { nameIn, type AnyContent } from '../records/kinds.ts'
import { fieldsOf, textIn } from '../records/unchecked.ts'
import { CODE_WORDS } from '../rules/code-words.ts'
import { shown } from './facts.ts'
import { logText } from './log-text.ts'

/** Controlled substances are counted by their mg/ml. */
const CONTROLLED_UNIT = 'mg/ml'

/** 'Epinephrine given': of a tap that this release does not know, its name. */
function codeTapName(content: JsonObject | undefined): string {
  const { what } = fieldsOf<CodeEventContent>(content)
  const known = codeTap.safeParse(what)
  return logText.quoted(known.success ? CODE_WORDS[known.data] : textIn(what))
}

/** A record's name in a sentence, in quotes; empty for one that nobody knows. */
export function shortName(collection: Collection, content: JsonObject | undefined): string {
  const name = nameIn(collection, content)
  if (name === '') return ''
  if (collection === 'draws' || collection === 'balances') return fullName(collection, content)
  if (collection === 'code_events') return codeTapName(content)
  return logText.quoted(name)
}

/** The same, with what tells a drug from another one of its name. */
export function fullName(collection: Collection, content: JsonObject | undefined): string {
  const name = nameIn(collection, content)
  if (name === '' || content === undefined) return ''
  const quoted = logText.quoted(name)
  const { concentration, drug_concentration, drug_volume } = fieldsOf<AnyContent>(content)
  if (collection === 'drugs') return logText.strength(quoted, shown(concentration), perMl(content))
  if (collection === 'balances') return logText.strength(quoted, shown(drug_concentration), CONTROLLED_UNIT)
  if (collection === 'code_events') return codeTapName(content)
  if (collection !== 'draws') return quoted
  const drug = logText.strength(quoted, shown(drug_concentration), CONTROLLED_UNIT)
  const patient = textIn(patientIn(content).patient_name)
  return logText.draw(shown(drug_volume), drug, logText.quoted(patient))
}
