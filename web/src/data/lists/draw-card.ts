import { contentIn } from 'sync-protocol/records/kinds'
import type { DrawContent } from 'sync-protocol/records/draw'
import type { JsonObject } from 'sync-protocol/records/json'

/** What lists show of a draw's content: volume in ml, concentration in mg/ml, '-' for the sheet of a single draw. */
export interface DrawCard extends Pick<
  DrawContent,
  'drug_concentration' | 'drug_volume' | 'drug_form' | 'sheet_id'
> {
  schedule?: DrawContent['schedule']
  /** Empty when it has none. */
  patient_id: string
  species: DrawContent['sheet_data']['species']
  /** Its volume is the exact one of a dose too small to measure. */
  enter_measured_volume?: true
}

export function drawCard(content: JsonObject): DrawCard {
  const draw = contentIn('draws', content)
  const { drug_concentration, drug_volume, drug_form, sheet_id, schedule, sheet_data } = draw
  return {
    drug_concentration,
    drug_volume,
    drug_form,
    sheet_id,
    ...(schedule !== undefined && { schedule }),
    patient_id: sheet_data.patient_id ?? '',
    species: sheet_data.species,
    ...(draw.enter_measured_volume === true && { enter_measured_volume: true }),
  }
}
