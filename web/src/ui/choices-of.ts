/** What a dropdown offers, by its words, in their order. */
export const choicesOf = <V extends string>(labels: Readonly<Record<V, string>>) =>
  (Object.keys(labels) as V[]).map((value) => ({ value, label: labels[value] }))
