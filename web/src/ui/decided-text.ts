export const decidedText = {
  title: 'Somebody decided this meanwhile, on another tablet or in another tab.',
  text: 'Their decision stands. Close this form to leave it so. What you save now is saved over it, as another change.',
  staysDeleted: 'The record stays deleted, as somebody decided meanwhile.',
} as const
