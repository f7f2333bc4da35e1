export const virtualListText = {
  partPrinted: (printed: number, count: number) =>
    `Only ${printed} of ${count} are printed: a long list prints only as far as it was in view. To print a record, export it.`,
} as const
