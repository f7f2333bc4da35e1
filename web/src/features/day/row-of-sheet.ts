import type { SheetDraft } from 'sync-protocol/records/draft'
import { readWeight } from 'sync-protocol/rules/dose'
import { numberOf, numberText } from 'sync-protocol/rules/number-input'
import { protocolOfSheet } from 'sync-protocol/rules/sheet-protocols'
import type { DayRow } from '../../data/view/day-rows.ts'
import type { LabelledSheet } from './labels-of.ts'

/** Names the open sheet where a row names the saved one. */
const OPEN = 'open'

interface Listed {
  day: string
  /** The number by which the patient is called; '' for one who is on no list. */
  line: string
}

/** An open sheet as a row of the day list, for its labels: its own weight and protocol, whatever the list says by now. */
export function rowOfSheet(
  id: string,
  draft: SheetDraft,
  { day, line }: Listed,
): { row: DayRow; sheets: ReadonlyMap<string, LabelledSheet> } {
  const { name, patient_id, species, anesthesia_protocol: chosen, estimated } = draft
  const read = readWeight(draft.weight)
  const units = draft.weight_units === '-' ? null : draft.weight_units
  const weighed = read === null || units === null ? null : { weight: numberOf(read), weight_units: units }
  const sheet: LabelledSheet | null =
    weighed === null || chosen === null
      ? null
      : {
          name,
          ...weighed,
          anesthesia_protocol: protocolOfSheet(chosen.content, {
            weight: numberText(weighed.weight),
            units: weighed.weight_units,
          }),
        }
  const content: DayRow['content'] = {
    day,
    line,
    order: '1',
    name,
    species: species === 1 ? 1 : 0,
    status: 'checked',
    ...(patient_id !== '' && { patient_id }),
    ...weighed,
    ...(estimated === true && weighed !== null && { estimated }),
    ...(chosen !== null && { anesthesia_protocol_id: OPEN }),
    ...(sheet !== null && { sheet_id: OPEN }),
  }
  return {
    row: { _id: id, version: 0, order: '1', content },
    sheets: sheet === null ? new Map() : new Map([[OPEN, sheet]]),
  }
}
