/** Words of every question that wants a reason. */
export const reasonText = {
  label: 'Reason',
  missing: 'Please enter the reason.',
  tooLong: 'Your reason is too long.',
} as const
