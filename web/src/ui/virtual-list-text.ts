export const virtualListText = {
  partPrinted: (printed: number, count: number) =>
    `${printed} of ${count} are printed: a long list only as far as it was in sight. For a record on paper use its export.`,
} as const
