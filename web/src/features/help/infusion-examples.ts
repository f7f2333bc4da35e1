import type { Bag, Infusion } from 'sync-protocol/rules/infusion'

/** What the help works out with the rules of the calculator: only the numbers stand here, never a result. */
export const INFUSION = {
  weight: '20',
  units: 'kg',
  dose: 30,
  unit: 'mcg/kg/min',
  concentration: 20,
} as const satisfies Infusion

export const BAG = { volume: 500, rate: 40 } as const satisfies Bag

/** Drops in a ml. */
export const DRIP_SET = 15
/** ml/kg/h */
export const MAINTENANCE = 2
