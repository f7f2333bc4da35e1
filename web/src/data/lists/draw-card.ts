import { contentIn } from 'sync-protocol/records/kinds'
import type { DrawContent } from 'sync-protocol/records/draw'
import type { JsonObject } from 'sync-protocol/records/json'

/** What lists show of a draw's content: volume in ml, concentration in mg/ml, '-' for the sheet of a single draw. */
export type DrawCard = Omit<DrawContent, 'drug_name' | 'sheet_data' | 'day'> & {
  /** Empty when it has none. */
  patient_id: string
  species: DrawContent['sheet_data']['species']
}

export function drawCard(content: JsonObject): DrawCard {
  const { drug_name: _name, day: _day, sheet_data, ...card } = contentIn('draws', content)
  return { ...card, patient_id: sheet_data.patient_id ?? '', species: sheet_data.species }
}
