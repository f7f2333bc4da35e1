export const localWorkText = {
  openSheet: 'Open anesthesia sheet',
  openTable: 'Open balance table',
  openSheetOf: (patient: string) => `Open anesthesia sheet of ${patient}`,
} as const
