import { CANINE, FELINE, type Species } from 'sync-protocol/records/fields'
import { defibrillation } from 'sync-protocol/rules/defibrillation'
import { emergencyVolumes } from 'sync-protocol/rules/emergency-doses'
import { reversalRows } from 'sync-protocol/rules/reversals'
import { doseRows } from 'sync-protocol/rules/sheet-guard'
import { listIndex } from '../../data/lists/list-index.ts'
import { libraryOf } from '../../records/library-lookup.ts'
import { idle } from '../../when-idle.ts'
import { libraryDrugs } from './use-emergency-list.ts'
import { agentsIn } from './use-reversals.ts'

const NOBODY = { species: CANINE as Species, weight: '10', units: 'kg' } as const

/** Doses for nobody: what has run once runs faster, and nobody waits for it in an emergency. The library's look-ups stay made. */
export async function practise(): Promise<void> {
  const library = listIndex('drugs')
  await library.ready
  const { species, weight, units } = NOBODY
  const drugs = libraryDrugs(library.entries(), species)
  const emergency_protocol = { content: { species, name: '', drugs } }
  const lookup = await libraryOf(species)
  doseRows({ species, weight, weight_units: units, emergency_protocol }, lookup)
  for (const drug of drugs) emergencyVolumes(drug, NOBODY)
  reversalRows(drugs, NOBODY, species, agentsIn(library.entries()))
  defibrillation(NOBODY)
  await idle()
  await libraryOf(FELINE)
}
