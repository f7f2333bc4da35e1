const sheets = (count: number) => (count === 1 ? '1 balance sheet' : `${count} balance sheets`)

export const pointedOutText = {
  badge: 'Look at this',
  notice: (count: number) =>
    count === 1 ? '1 balance sheet needs a look' : `${count} balance sheets need a look`,
  noticeText: 'Nothing was refused or changed. What does not agree is said on each card.',
  show: 'SHOW',
  section: (count: number) => `Controlled substances: ${sheets(count)} to look at`,
  chip: (count: number) => `Only what needs a look: ${count}`,
  chipOf: (count: number) => `Only these: ${count}`,
  clear: 'Show all balance sheets',
  open: 'SHOW THESE SHEETS',
  look: 'LOOKED AT',
  lookText: 'Says to everybody that you have looked at it, with your name. It stays on the sheets.',
  looked: (count: number) => (count === 1 ? '1 matter was looked at' : `${count} matters were looked at`),
  lookedBy: (name: string, moment: string) => `Looked at by ${name}, ${moment}.`,
  /** For the action log, at most 200 characters. */
  lookDetail: (substance: string, days: readonly string[]) =>
    `${substance}, ${days.join('; ')}`.slice(0, 200),
  notSaved: 'not saved: this tablet could not store it. Please try again.',

  /** A sheet among others: '11/20/2026 by TOM TECHNICIAN, closing 7.5 ml' */
  sheet: (days: string, author: string, closing: string) => `${days} by ${author}, closing ${closing} ml`,
  sheetUnclosed: (days: string, author: string) => `${days} by ${author}`,
  draw: (volume: string, patient: string, day: string) => `The draw of ${volume} ml for ${patient}, ${day},`,
  unknownDraw: 'A draw that this tablet does not hold',

  samePrevious: (other: string) => `Started from the same balance as the sheet of ${other}.`,
  samePreviousOf: (balance: string) => `All of them started from the balance of ${balance}.`,
  samePreviousUnknown: 'All of them started from the same balance.',
  sameBottle: (bottle: string, other: string) =>
    `Begins with bottle ${bottle} and no previous balance, as does the sheet of ${other}.`,
  sameBottleOf: (bottle: string) => `Each of them begins with bottle ${bottle} and no previous balance.`,
  voidedPrevious: (other: string) =>
    `Went on from the sheet of ${other}, which was deleted: what that one drew is missing in between.`,
  voidedPreviousUnknown: 'Went on from a sheet that was deleted: what that one drew is missing in between.',
  drawInTwo: (draw: string, other: string) => `${draw} is also in the sheet of ${other}.`,
  drawInThese: (draw: string) => `${draw} is in each of them.`,
  voidedDraw: (draw: string) => `${draw} was deleted, and stands in this sheet.`,
  more: (count: number) => `And ${count} more.`,

  doSamePrevious:
    'Count the bottle. In the next sheet record EDIT BALANCE with what is there; or delete the sheet that is wrong.',
  doVoidedPrevious:
    'Count the bottle and record EDIT BALANCE in the next sheet with what is there; what was drawn belongs into a new sheet.',
  doDrawInTwo:
    'Find out in which sheet it belongs and delete the other one, or count the bottle and record EDIT BALANCE in the next sheet.',
  doVoidedDraw:
    'If it was drawn, enter it again as a single draw. If not, count the bottle and record EDIT BALANCE in the next sheet, or delete this sheet.',
} as const
