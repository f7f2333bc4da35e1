export const labelsPrintedText = {
  open: 'LABELS',
  printedFor: (weight: string) => `Labels were printed for ${weight}.`,
} as const
