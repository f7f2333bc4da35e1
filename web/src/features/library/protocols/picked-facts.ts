import { EMERGENCY_SECTION, type Species } from 'sync-protocol/records/fields'
import type { ListEntry } from '../../../data/lists/list-search.ts'
import { formatNumber } from '../../../ui/format.ts'
import { protocolsText as text } from './protocols-text.ts'

/** What tells a library drug or fluid from another of the same name, for this species: 'mg/ml · mg/kg · route'. */
export function factsOf({ card, section_key }: ListEntry, species: Species): string[] {
  if (card.rate !== undefined) return [text.amount(formatNumber(card.rate), text.mlPerKg)]
  if (card.drug === undefined) return []
  const { concentration, dosage, dosage_from, dosage_to, route } = card.drug
  const [low, high] =
    section_key === EMERGENCY_SECTION
      ? [dosage_from[species], dosage_to[species]]
      : [dosage[species], dosage[species]]
  const dose =
    low === high
      ? text.amount(formatNumber(low), text.mgPerKg)
      : text.lowToHigh(formatNumber(low), formatNumber(high))
  return [[text.amount(formatNumber(concentration), text.mgPerMl), dose, route[species]].join(' · ')]
}
