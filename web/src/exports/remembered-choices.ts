function stored(key: string): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    return typeof read === 'object' && read !== null ? { ...read } : {}
  } catch (cause) {
    console.warn('The export settings could not be read.', cause)
    return {}
  }
}

/** The choices kept under `key` on this browser; what was never chosen, or is no choice, has its default. */
export function readChoices<K extends string>(
  key: string,
  defaults: Readonly<Record<K, boolean>>,
): Record<K, boolean> {
  const read = stored(key)
  const choices: Record<K, boolean> = { ...defaults }
  for (const name of Object.keys(defaults) as K[]) {
    const value = read[name]
    if (typeof value === 'boolean') choices[name] = value
  }
  return choices
}

export function rememberChoices(key: string, choices: Readonly<Record<string, boolean>>): void {
  try {
    localStorage.setItem(key, JSON.stringify(choices))
  } catch (cause) {
    // A browser without storage exports all the same.
    console.warn('The export settings could not be remembered.', cause)
  }
}
