export const localWorkText = {
  openSheet: 'Open anesthesia sheet',
  openTable: 'Open balance table',
  openSheetFor: (patient: string) => `Open anesthesia sheet for ${patient}`,
} as const
