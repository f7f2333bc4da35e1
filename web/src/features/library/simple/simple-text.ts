export const simpleText = {
  injectionName: 'Injection Name',
  procedureName: 'Procedure Name',
  procedureNotes: 'Procedure Notes',
  /** On the card of a procedure without notes. */
  noNotes: 'N/A',
} as const
