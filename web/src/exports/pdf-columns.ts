import { PAGE } from 'sync-protocol/rules/pagination'

/** Distance of the content from the page's top; the margin below carries the patient's name and the page number. */
export const TOP = 20
/** The content's edges; both margins are as wide. */
export const LEFT = 30
export const RIGHT = PAGE.width - LEFT
export const ROW = 35

/** The pen's two boxes at the end of every row. */
export const PEN = { time: 620, initials: 675 } as const

/** Where things stand in a row. `end` is the right edge of right-aligned text, `point` the decimal point of a volume. */
export const COLUMN = {
  name: { start: LEFT + 6, room: 204 },
  dosage: { end: 322 },
  concentration: { end: 406 },
  volume: { point: 478, unit: 516, room: 60 },
  low: { point: 378, unit: 416, room: 50 },
  route: { start: 548, room: 66 },
} as const

/** A volume that is low and high in one stands between the two columns. */
export const ONE_VOLUME = { point: (COLUMN.low.point + COLUMN.volume.point) / 2, room: 60 } as const

/** In the emergency table the low volume takes the place of the dosage, so the concentration stands before it. */
export const EMERGENCY_CONCENTRATION_END = 322
export const FLUID_NAME_ROOM = 300
