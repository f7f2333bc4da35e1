import { PAGE } from 'sync-protocol/rules/pagination'

/** Distance of the content from the page's top; the margin below carries the patient's name and the page number. */
export const TOP = 20
/** The content's edges; both margins are as wide. */
export const LEFT = 30
export const RIGHT = PAGE.width - LEFT
