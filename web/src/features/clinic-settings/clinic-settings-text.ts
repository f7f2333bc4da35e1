import { USUAL_WEIGHTS } from 'sync-protocol/records/policies'

export const clinicSettingsText = {
  reading: 'Loading the clinic settings',
  failedTitle: 'Could not load the clinic settings.',
  unreachableTitle: 'The server cannot be reached.',
  unreachableText: 'Clinic settings can only be changed with a network. Check it, then try again.',
  again: 'TRY AGAIN',
  about:
    'These settings apply to everyone in your clinic. Every tablet gets them at its next sync and has them without a network too.',

  paper: 'On paper',
  paperAbout: 'At the top of every anesthesia sheet, balance sheet and blank page.',
  name: 'Printed name',
  nameHint: (organization: string) => `Empty: ${organization}`,
  address: 'Printed address',
  addressHint: 'Printed on one line below the name.',

  unit: 'Weight unit',
  unitAbout:
    'Without one, people press kg or lb for each patient. With one, every weight is in that unit as soon as it is typed, and the other unit is not offered. Choose one only if every scale in the clinic shows it.',
  unitWhich: 'Every patient is weighed in',
  units: { '': 'Ask each time', kg: 'kg', lb: 'lb' },
  weights: 'Usual weights',
  weightsAbout: `A lighter or heavier patient is flagged. If you leave these fields empty, a dog of ${USUAL_WEIGHTS.dog.join(' to ')} kg and a cat of ${USUAL_WEIGHTS.cat.join(' to ')} kg are usual.`,
  check: 'Check by a second person',
  checkAbout:
    'Someone else from the clinic reads the scale again and types the weight, without seeing what was entered. It never blocks EXPORT or SAVE. Paper says who checked, or “Not double-checked”.',
  checkWhen: 'Ask for it',
  checks: { '': 'Off', 'red doses': 'Red doses', always: 'Always' },

  time: 'Dates and times',
  timeChanged:
    'Sheets and entries made from now on get their date in this time zone. Dates that are recorded stay as they are.',

  continued: 'You typed this before and did not save it.',
  startOver: 'START OVER',
  moved: (name: string) =>
    `${name} changed these settings while you were typing. What you typed is still here. If you save, it replaces theirs.`,
  someone: 'Someone else',
  nowTheirs: (value: string) => `Now: ${value}`,
  nowEmpty: 'Now: empty',

  save: 'SAVE',
  saving: 'SAVING',
  saved: 'Clinic settings saved.',
  unchanged: 'Nothing has changed yet',
  needsServer: 'Needs the server',
  unanswered:
    'The server did not answer, so it may have accepted this anyway. What you typed is still here. Check the network, then try again. Nothing is done twice.',
  unexpected: 'The server could not do this. What you typed is still here. Please try again.',
  logged: 'The clinic settings were not saved.',
} as const
