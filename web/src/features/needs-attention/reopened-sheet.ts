import { keptUnit } from 'sync-protocol/records/amount-unit'
import type { AnesthesiaProtocolContent, ProtocolSection } from 'sync-protocol/records/anesthesia-protocol'
import type { SheetDraft } from 'sync-protocol/records/draft'
import { keptJudgedBy } from 'sync-protocol/records/drug'
import type { SheetContent } from 'sync-protocol/records/sheet'
import { numberText } from 'sync-protocol/rules/number-input'
import { planOf, savedCheck } from 'sync-protocol/rules/double-check'
import { attentionText as text } from './attention-text.ts'

export interface Reopened {
  draft: SheetDraft
  /** What must be chosen again, since a sheet does not keep its dosages. */
  missing: string[]
}

function sectionOf({
  title,
  key,
  drugs,
}: SheetContent['anesthesia_protocol']['sections'][number]): ProtocolSection | null {
  if (key === undefined) return null
  const copies: ProtocolSection['drugs'] = []
  for (const drug of drugs) {
    const { name, concentration, dosage, route, form, controlled, schedule } = drug
    if (dosage === undefined || form === undefined) return null
    copies.push({
      name,
      concentration,
      dosage,
      dosage_from: -1,
      dosage_to: -1,
      ...keptUnit(drug),
      ...keptJudgedBy(drug),
      route,
      form,
      controlled: controlled ?? false,
      ...(schedule !== undefined && { schedule }),
    })
  }
  return { key, title_s: title, title_p: title, drugs: copies }
}

function protocolOf(sheet: SheetContent, species: 0 | 1): AnesthesiaProtocolContent | null {
  const { name, sections, fluids } = sheet.anesthesia_protocol
  const copies = sections.map(sectionOf)
  const rates = fluids.flatMap((fluid) =>
    fluid.rate === undefined ? [] : [{ name: fluid.name, rate: fluid.rate }],
  )
  if (copies.includes(null) || rates.length < fluids.length) return null
  return {
    name,
    species,
    sections: copies.filter((section) => section !== null),
    ...(rates.length > 0 && { fluids: rates }),
  }
}

/** The reasons for its doses, for the same patient at the same weight. */
function reasonsOf({
  anesthesia_protocol,
  weight,
  weight_units,
}: SheetContent): Pick<SheetDraft, 'explained'> {
  const explained = anesthesia_protocol.sections.flatMap(({ key, drugs }) =>
    drugs.flatMap(({ name, dosage, guard }, place) => {
      const { reason, by, kinds = [] } = guard ?? {}
      if (reason === undefined || by === undefined || dosage === undefined || key === undefined) return []
      const at = { weight: numberText(weight), weight_units }
      return [{ section: key, place, name, dosages: [dosage], ...at, kinds, reason, by }]
    }),
  )
  return explained.length === 0 ? {} : { explained }
}

/**
 * The open sheet that a saved one was made from, as far as it can be known: no dosage is ever worked out backwards from a
 * rounded volume, so the emergency protocol is chosen again.
 */
export function reopenedSheet(sheet: SheetContent): Reopened {
  const species = sheet.species === 2 ? -1 : sheet.species
  const protocol = species === -1 ? null : protocolOf(sheet, species)
  const missing = [
    ...(protocol === null ? [text.anesthesia] : []),
    ...(sheet.emergency_protocol === undefined ? [] : [text.emergency]),
  ]
  const chosen = {
    anesthesia_protocol: protocol === null ? null : { content: protocol },
    emergency_protocol: null,
  }
  const check = missing.length === 0 ? savedCheck(sheet) : undefined
  const procedure = typeof sheet.procedure === 'string' ? { name: sheet.procedure } : sheet.procedure
  return {
    missing,
    draft: {
      kind: 'sheet',
      species,
      name: sheet.name,
      patient_id: sheet.patient_id ?? '',
      weight: numberText(sheet.weight),
      weight_units: sheet.weight_units,
      ...(sheet.estimated === true && { estimated: true }),
      ...(sheet.weighed_at !== undefined && { weighed_at: sheet.weighed_at }),
      outcome: sheet.outcome,
      procedure: { content: procedure },
      ...chosen,
      injections: [...sheet.injections],
      saved_as: null,
      ...(sheet.day_row !== undefined && /* @rule reopened-row */ { day_row: sheet.day_row }),
      ...(protocol !== null && reasonsOf(sheet)),
      ...(check && { check: { ...check, weight: numberText(check.weight), plan: planOf(chosen) } }),
    },
  }
}
