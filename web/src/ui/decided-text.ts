export const decidedText = {
  title: 'This was decided in the meantime, on another tablet or in another tab.',
  by: (name: string, moment: string) => `Decided by ${name}, ${moment}.`,
  over: 'That decision stands, and nothing can be saved here any more. What you typed is still below: copy it if you need it.',
  text: 'That decision stands. Close this form to leave it as it is. If you save now, your values replace it as a new change.',
  staysDeleted: 'The record stays deleted, as was decided in the meantime.',
} as const
