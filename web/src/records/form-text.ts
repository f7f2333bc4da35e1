/** Words that every form of a record shares. */
export const formText = {
  cancel: 'CANCEL',
  save: 'SAVE',
  saving: 'SAVING',
  notSaved: 'not saved',
  /** It is stored, and the screen failed at what comes after that. */
  savedBut: 'It is saved, but this screen could not go on. Close the form, or reload the page.',
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
