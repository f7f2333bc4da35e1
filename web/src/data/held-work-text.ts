export const heldWorkText = {
  openSheet: 'Open anesthesia sheet',
  openSheetOf: (patient: string) => `Open anesthesia sheet of ${patient}`,
} as const
