export const simpleText = {
  injectionName: 'Injection Name',
  procedureName: 'Procedure Name',
  procedureNotes: 'Procedure Notes',
} as const
