import { printedVolume, type Volume } from './dose.ts'
import { fractionOf } from './fraction.ts'
import { decimalOf } from './number-input.ts'

/** A stored volume in ml and, where it was flagged, the exact one. */
export interface StoredVolume {
  volume: number
  exact: number | undefined
}

/** Other writers may keep fewer digits of the exact volume. */
const EXACT_TOLERANCE = 1e-6

/** True when a stored volume is the recomputed one, as it is printed. */
export function agrees({ volume, exact }: StoredVolume, recomputed: Volume | null): boolean {
  if (recomputed === null || volume !== recomputed.value) return false
  if (exact === undefined) return recomputed.flag !== 'too-small'
  return Math.abs(exact - recomputed.exact) <= recomputed.exact * EXACT_TOLERANCE
}

/** As a volume is printed: 2 decimals below 1 ml, else 1. */
const isAsPrinted = (volume: number): boolean =>
  volume === 0 || printedVolume(fractionOf(decimalOf(volume))).value === volume

/**
 * Without the dosage, which emergency drugs never carry, nothing can be computed again; but a volume must be rounded as ours are,
 * and lie within half a step of its own exact one.
 */
export function agreesWithItself({ volume, exact }: StoredVolume): boolean {
  if (/* @rule rounded-as-ours */ !isAsPrinted(volume)) return false
  if (exact === undefined) return volume > 0
  const halfStep = exact < 1 ? 0.005 : 0.05
  return Math.abs(volume - exact) <= halfStep * (1 + EXACT_TOLERANCE)
}
