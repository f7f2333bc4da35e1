/** What a navigation carries that asks the list for some balance sheets only. */
interface OnlySheets {
  balances: readonly string[]
}

export const askingFor = (balances: readonly string[]): OnlySheets => ({ balances })

export function onlySheets(state: unknown): readonly string[] | undefined {
  if (typeof state !== 'object' || state === null || !('balances' in state)) return undefined
  const { balances } = state
  return Array.isArray(balances) && balances.every((id) => typeof id === 'string') ? balances : undefined
}
