import { CANINE, FELINE, type Species } from 'sync-protocol/records/fields'
import { defibrillation } from 'sync-protocol/rules/defibrillation'
import { emergencyVolumes } from 'sync-protocol/rules/emergency-doses'
import { reversalRows } from 'sync-protocol/rules/reversals'
import { doseRows } from 'sync-protocol/rules/sheet-guard'
import { listIndex } from '../../data/lists/list-index.ts'
import { doseLines } from '../../records/dose-lines.ts'
import { libraryOf } from '../../records/library-lookup.ts'
import { idle } from '../../when-idle.ts'
import { libraryDrugs } from './use-emergency-list.ts'
import { agentsIn } from './use-reversals.ts'

const NOBODY = { species: CANINE as Species, weight: '10', units: 'kg' } as const
/** As weights are typed, light and heavy; each once for each time that a guard has to run before it is fast. */
const WEIGHTS = ['1', '12', '12.4', '0.3', '45', '4', '90', '2.25'] as const

/** Doses for nobody: what has run once runs faster, and nobody waits for it in an emergency. The library's look-ups stay made. */
export async function practise(): Promise<void> {
  const library = listIndex('drugs')
  await library.ready
  const { species, units } = NOBODY
  const drugs = libraryDrugs(library.entries(), species)
  const emergency_protocol = { content: { species, name: '', drugs } }
  const lookup = await libraryOf(species)
  for (const typed of WEIGHTS) {
    const sheet = { species, weight: typed, weight_units: units, emergency_protocol }
    for (const row of doseRows(sheet, lookup)) doseLines(row, false)
    await idle()
  }
  for (const drug of drugs) emergencyVolumes(drug, NOBODY)
  reversalRows(drugs, NOBODY, species, agentsIn(library.entries()))
  defibrillation(NOBODY)
  await idle()
  await libraryOf(FELINE)
}
