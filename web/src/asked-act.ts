/** What a screen does when it is asked to from elsewhere, as if it was pressed there. */
export const SCREEN_ACTS = [
  'paste',
  'weigh',
  'add patient',
  'set for many',
  'drugs needed',
  'labels',
  'full draw',
  'partial draw',
  'add balance',
  'edit balance',
  'blanks',
  'chart',
  'import drugs',
  'export drugs',
  'add user',
  'export all data',
] as const
export type ScreenAct = (typeof SCREEN_ACTS)[number]

/** The state of a navigation that asks a screen for one of its acts. */
export const askingAct = (act: ScreenAct): { act: ScreenAct } => ({ act })

/** What a navigation asks for; undefined for nothing. */
export function askedAct(state: unknown): ScreenAct | undefined {
  if (typeof state !== 'object' || state === null || !('act' in state)) return undefined
  const { act } = state
  return SCREEN_ACTS.find((one) => one === act)
}
