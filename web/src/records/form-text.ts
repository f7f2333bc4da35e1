/** Words that every form of a record shares. */
export const formText = {
  cancel: 'CANCEL',
  save: 'SAVE',
  saving: 'SAVING',
  notSaved: 'not saved',
  retry: 'RETRY',
  notKept: 'What you type is not being kept: this tablet cannot store it. Save before you leave.',
  goOn: (moment: string) => `You typed this on ${moment} and did not save it.`,
  refused: 'This change was not accepted. It is here as you entered it.',
  startOver: 'START OVER',
  continue: 'CONTINUE',
  discarded: 'What you typed was not saved.',
  notOpened: 'Could not open the form. Please try again.',
  notReopened: 'What you typed could not be kept for later.',
} as const
