import { perKg, perMl } from 'sync-protocol/records/amount-unit'
import { EMERGENCY_SECTION, type Species } from 'sync-protocol/records/fields'
import type { ListEntry } from '../../../data/lists/list-search.ts'
import { formatNumber } from '../../../ui/format.ts'
import { protocolsText as text } from './protocols-text.ts'

/** What tells a library drug or fluid from another of the same name, for this species: '100 mg/ml · 5 mg/kg · IM'. */
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
      ? text.amount(formatNumber(low), perKg(card.drug))
      : text.lowToHigh(formatNumber(low), formatNumber(high), perKg(card.drug))
  return [[text.amount(formatNumber(concentration), perMl(card.drug)), dose, route[species]].join(' · ')]
}
