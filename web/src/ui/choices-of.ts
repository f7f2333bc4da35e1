interface Choice<V extends string> {
  value: V
  label: string
}

const made = new WeakMap<object, readonly Choice<string>[]>()

/** What a dropdown offers, by its words, in their order; the same array for the same words. */
export function choicesOf<V extends string>(labels: Readonly<Record<V, string>>): readonly Choice<V>[] {
  const found =
    made.get(labels) ?? (Object.keys(labels) as V[]).map((value) => ({ value, label: labels[value] }))
  made.set(labels, found)
  return found as readonly Choice<V>[]
}
