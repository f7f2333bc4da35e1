import type { JsonObject } from 'sync-protocol/records/json'
import { OUTCOMES } from 'sync-protocol/records/sheet'
import { readWeight } from 'sync-protocol/rules/dose'
import { savedCheck } from 'sync-protocol/rules/double-check'
import { numberOf } from 'sync-protocol/rules/number-input'
import { checkSheetDraft, emptySheetDraft } from 'sync-protocol/rules/sheet'
import { ProtocolError } from 'sync-protocol/wire/errors'
import { callText } from './call-text.ts'
import type { Payload } from './payload-fields.ts'

const EXOTIC = 2
const isNamed = (procedure: Payload<'sheets'>['procedure']) =>
  (typeof procedure === 'string' ? procedure : (procedure?.name ?? '')).trim() !== ''

/**
 * The sheet as it is saved, checked in the order of the open sheet's rules (`spec 1 §5`) before its own schema looks at the
 * rest. `day` is the clinic's local day.
 */
export function sheetOf(sent: Payload<'sheets'>, day: string): JsonObject {
  const { species, procedure, anesthesia_protocol, emergency_protocol, patient_id, weight, weight_units } =
    sent
  const problem = checkSheetDraft({
    ...emptySheetDraft({ outcome: sent.outcome ?? OUTCOMES[0] }),
    // A sheet may be of another species than the open one offers; that it has one is all that is asked here.
    species: species === undefined ? -1 : species === EXOTIC ? 0 : species,
    procedure: isNamed(procedure) ? { content: { name: 'named' } } : null,
    anesthesia_protocol: anesthesia_protocol
      ? { content: { species: 0, name: 'named', sections: [] } }
      : null,
    name: sent.name ?? '',
    patient_id: patient_id ?? '',
    weight: weight ?? '',
    weight_units: weight_units ?? '-',
  })
  if (problem) throw new ProtocolError('invalid', problem.message, { field: problem.field })
  const kept = readWeight(weight ?? '')
  const id = patient_id?.trim() ?? ''
  const check = sent.check ?? undefined
  const weighed = { weight: kept === null ? 0 : numberOf(kept), weight_units: weight_units ?? 'kg' }
  if (check && !savedCheck({ ...weighed, check }))
    throw new ProtocolError('invalid', callText.otherWeight, { field: 'check.weight' })
  return {
    species: species ?? 0,
    procedure: procedure as JsonObject | string,
    anesthesia_protocol: { fluids: [], ...anesthesia_protocol },
    ...(emergency_protocol ? { emergency_protocol: emergency_protocol as JsonObject } : {}),
    name: (sent.name ?? '').trim(),
    ...(id === '' ? {} : { patient_id: id }),
    ...weighed,
    ...(sent.estimated === true && { estimated: true }),
    ...(sent.weighed_at === undefined ? {} : { weighed_at: sent.weighed_at }),
    ...(check ? { check } : {}),
    ...(sent.check_asked === undefined ? {} : { check_asked: sent.check_asked }),
    outcome: sent.outcome ?? OUTCOMES[0],
    injections: sent.injections ?? [],
    day,
    ...(sent.day_row === undefined ? {} : { day_row: sent.day_row }),
    ...(sent.corrects === undefined ? {} : { corrects: sent.corrects }),
  }
}
