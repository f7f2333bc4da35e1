import type { Collection } from '../records/envelope.ts'
import { EMERGENCY_SECTION } from '../records/fields.ts'
import type { JsonObject } from '../records/json.ts'
import type { ContentOf } from '../records/kinds.ts'
import { SECTION_KEY_MAX } from '../records/limits.ts'
import { sectionKeyIn } from '../records/section.ts'
import { fieldsOf } from '../records/unchecked.ts'
import { Refusing } from './merge-state.ts'
import type { WorkingSet } from './working-set.ts'

const isEmergency = (drug: JsonObject) => fieldsOf<ContentOf<'drugs'>>(drug).section_key === EMERGENCY_SECTION

/**
 * An emergency drug has a low and a high dosage, any other has one: a drug that changed from one to the other would be
 * given by numbers that nobody entered for that (`spec 1 §4`). It is copied instead.
 */
function refuseEmergencyMove(before: JsonObject | undefined, after: JsonObject): void {
  if (!before || isEmergency(before) === isEmergency(after)) return
  const message = 'A drug cannot be moved into or out of Emergency Medications. Please copy it there.'
  throw new Refusing('invalid', message, 'section_key')
}

/** Two sections with one key would show each other's drugs (`spec 1 §3`); a deleted section keeps its key. */
function refuseStrangeKey(
  work: WorkingSet,
  id: string,
  before: JsonObject | undefined,
  after: JsonObject,
): void {
  const key = sectionKeyIn(after)
  if (before && sectionKeyIn(before) !== key) {
    throw new Refusing('invalid', 'The key of a section never changes.', 'key')
  }
  // The schema refuses it, if it has not yet.
  if (typeof key !== 'number') return
  if (key > SECTION_KEY_MAX) throw new Refusing('invalid', 'This section key is too large.', 'key')
  const holder = work.sectionOfKey(key)
  if (holder !== undefined && holder !== id) {
    throw new Refusing('invalid', 'Another section has this key.', 'key')
  }
}

/**
 * Refuses what no form offers and no schema of one record alone can see. `before` is what stands or, of a deleted record,
 * what stood last; undefined for a new one.
 * @throws Refusing invalid
 */
export function refuseStrangeChange(
  work: WorkingSet,
  { collection, _id }: { collection: Collection; _id: string },
  before: JsonObject | undefined,
  after: JsonObject,
): void {
  if (collection === 'drugs') refuseEmergencyMove(before, after)
  if (collection === 'sections') refuseStrangeKey(work, _id, before, after)
}
