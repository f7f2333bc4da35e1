const sheets = (count: number) => (count === 1 ? '1 balance sheet' : `${count} balance sheets`)

export const discrepanciesText = {
  badge: 'Check this',
  notice: (count: number) => `${sheets(count)} to check`,
  noticeText: 'Nothing was rejected or changed. Each card says what does not agree.',
  show: 'SHOW',
  section: (count: number) => `Controlled substances: ${sheets(count)} to check`,
  chip: (count: number) => `Only sheets to check: ${count}`,
  chipOf: (count: number) => `Only these: ${count}`,
  clear: 'Show all balance sheets',
  open: 'SHOW THESE SHEETS',
  look: 'MARK CHECKED',
  lookText: 'Tells everyone that you have checked this, with your name. The notice stays on the sheets.',
  looked: (count: number) => `${count} checked`,
  lookedBy: (name: string, moment: string) => `Checked by ${name}, ${moment}.`,
  /** For the action log, at most 200 characters. */
  lookDetail: (substance: string, days: readonly string[]) =>
    `${substance}, ${days.join('; ')}`.slice(0, 200),
  notSaved: 'not saved: this tablet could not store it. Please try again.',

  /** A sheet among others: '11/20/2026 by TOM TECHNICIAN, closing 7.5 ml' */
  sheet: (days: string, author: string, closing: string) => `${days} by ${author}, closing ${closing} ml`,
  sheetUnclosed: (days: string, author: string) => `${days} by ${author}`,
  draw: (volume: string, patient: string, day: string) => `The draw of ${volume} ml for ${patient}, ${day},`,
  unknownDraw: 'A draw that is not on this tablet',

  samePrevious: (other: string) => `Started from the same balance as the sheet of ${other}.`,
  samePreviousOf: (balance: string) => `All of them started from the balance of ${balance}.`,
  samePreviousUnknown: 'All of them started from the same balance.',
  sameBottle: (bottle: string, other: string) =>
    `Starts with bottle ${bottle} and no previous balance, as does the sheet of ${other}.`,
  sameBottleOf: (bottle: string) => `Each of them starts with bottle ${bottle} and no previous balance.`,
  voidedPrevious: (other: string) =>
    `Continued from the sheet of ${other}, which was deleted. What that sheet drew is missing in between.`,
  voidedPreviousUnknown:
    'Continued from a sheet that was deleted. What that sheet drew is missing in between.',
  otherOpening: (opening: string, other: string) =>
    `Starts with ${opening} ml, but continued from the sheet of ${other}. No reason for the difference is recorded.`,
  drawInTwo: (draw: string, other: string) => `${draw} is also in the sheet of ${other}.`,
  drawInThese: (draw: string) => `${draw} is in each of them.`,
  voidedDraw: (draw: string) => `${draw} was deleted, but is in this sheet.`,
  more: (count: number) => `And ${count} more.`,

  doSamePrevious:
    'Count the bottle. Record EDIT BALANCE in the next sheet with what is there, or delete the sheet that is wrong.',
  doVoidedPrevious:
    'Count the bottle and record EDIT BALANCE in the next sheet with what is there. Enter what was drawn in a new sheet.',
  doOtherOpening:
    'Find out where the difference went, and count the bottle. If the next sheet would start with something else than is there, record EDIT BALANCE in it.',
  doDrawInTwo:
    'Find out which sheet it belongs in and delete the other, or count the bottle and record EDIT BALANCE in the next sheet.',
  doVoidedDraw:
    'If it was drawn, enter it again as a single draw. If not, count the bottle and record EDIT BALANCE in the next sheet, or delete this sheet.',
} as const
