import type { ClinicDatabase } from './clinic-database.ts'
import type { SettingValues } from './setting-values.ts'
import { readSetting, writeSetting } from './settings.ts'

type LabelPrints = SettingValues['label_prints']

/** A label that old is on no syringe any more. */
const KEPT_MS = 30 * 24 * 3_600_000

/** A label of a patient of the day list, or of an open sheet, of which there is one. */
export interface PrintedLabel {
  row: string
  label: string
  /** What it was computed for, '12.4 kg', without the word that it is a guess: the volumes are the same. */
  weight?: string | undefined
}

/** How often labels were printed on this tablet, by the patient's row. For a query that stays live. */
export const labelPrints = async (clinic: ClinicDatabase): Promise<LabelPrints> =>
  (await readSetting(clinic, 'label_prints')) ?? {}

export const timesPrinted = (prints: LabelPrints, { row, label }: PrintedLabel): number =>
  prints[row]?.counts[label] ?? 0

/** For which other weight than `now` the patient has labels that were printed here; undefined where all are for this one. */
export function printedForAnother(
  prints: LabelPrints,
  row: string,
  now: string | undefined,
): string | undefined {
  if (now === undefined) return undefined
  return Object.values(prints[row]?.weights ?? {}).find((weight) => weight !== now)
}

/** Keeps that these were printed once more, at this instant. */
export async function countLabelPrints(
  clinic: ClinicDatabase,
  printed: readonly PrintedLabel[],
  at: string,
): Promise<void> {
  const old = new Date(Date.parse(at) - KEPT_MS).toISOString()
  await clinic.transaction('rw', [clinic.settings], async () => {
    const kept = Object.entries(await labelPrints(clinic)).filter(([, last]) => last.at >= old)
    const prints = Object.fromEntries(kept)
    for (const one of printed) {
      const counts = { ...prints[one.row]?.counts, [one.label]: timesPrinted(prints, one) + 1 }
      const { [one.label]: _before, ...weights } = prints[one.row]?.weights ?? {}
      prints[one.row] = {
        at,
        counts,
        weights: one.weight === undefined ? weights : { ...weights, [one.label]: one.weight },
      }
    }
    await writeSetting(clinic, 'label_prints', prints)
  })
}
