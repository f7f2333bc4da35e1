/** What the documented calls say in words. */
export const callText = {
  changedMeanwhile: 'This record has changed. Please read it again.',
  sectionsChanged: 'The sections have changed. Please read them again.',
  settingsChanged: 'The settings have changed. Please read them again.',
  sheetStays: 'This record cannot be changed, only voided.',
  sheetDeleted: 'Sheet deleted',
  deletedByCall: 'Deleted by a call',
  noRows: 'Please add at least one row.',
  daysTurned: 'Start date must occur before end date.',
  tooManyPages: (max: number) => `The balance sheet would have more than ${max} pages.`,
  otherVolume: (kind: string, field: string) =>
    kind === 'draw' && field === 'added'
      ? 'A row that uses cannot add as well. Please send two rows.'
      : kind === 'opening' && field !== 'adjusted'
        ? 'The first row is the previous balance. It uses and adds nothing.'
        : `This row is of the kind '${kind}', which has no '${field}'.`,
  otherCarried: 'The balance carried from the previous page is not that of the last row there.',
  otherDrug: 'This record is of another drug.',
  notYours: "You don't have permission to change this record.",
  othersRecords: (things: string) =>
    `We cannot delete the selected ${things} because one or more are owned by other members of your organization, and you don't have permissions to delete their records.`,
  sameKey: 'Another section has this key.',
  noSection: 'There is no such section.',
  otherWeight: 'The checked weight is not the weight of the sheet.',
  badVersion: 'If-Match must be the version of the record, as in "3".',
  badKey: 'Idempotency-Key must be 1 to 200 letters, digits or signs.',
} as const
