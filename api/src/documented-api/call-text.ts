/** What the documented calls say in words. */
export const callText = {
  changedMeanwhile: 'This record was changed meanwhile. Please read it again.',
  sectionsChanged: 'The sections were changed meanwhile. Please read them again.',
  sheetStays: 'This record cannot be changed, only voided.',
  sheetDeleted: 'Sheet deleted',
  deletedByCall: 'Deleted by a call',
  noRows: 'Please add at least one row.',
  notYours: "You don't have permission to change this record.",
  othersRecords: (things: string) =>
    `We cannot delete the selected ${things} because one or more are owned by other members of your organization, and you don't have permissions to delete their records.`,
  sameKey: 'Another section has this key.',
  badVersion: 'If-Match must be the version of the record, as in "3".',
  badKey: 'Idempotency-Key must be 1 to 200 letters, digits or signs.',
} as const
