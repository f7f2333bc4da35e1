/** What the keys begin with that `typed-in-tab.ts` keeps: the shell needs no more of it. */
export const TYPED = 'typed/'

/** Somebody else is there, or nobody: nothing of it is found again, not even by the same person. */
export function forgetAllTyped(): void {
  const keys = Array.from({ length: sessionStorage.length }, (_, at) => sessionStorage.key(at) ?? '')
  for (const at of keys) if (at.startsWith(TYPED)) sessionStorage.removeItem(at)
}
