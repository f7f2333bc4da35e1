import { overlay } from './overlay.tsx'

/** Two days, typed or pressed in a calendar; a chunk of its own. */
export const DateRangeFields = overlay(async () => (await import('./date-range-fields.tsx')).DateRangeFields)
