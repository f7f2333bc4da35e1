const times = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`)

export const chartText = {
  title: 'Balance Over Time',
  substance: 'Controlled Substance',
  range: 'Shown',
  ranges: { all: 'All', year: '1 year', weeks: '12 weeks' },
  show: 'Show as',
  shows: { chart: 'Chart', table: 'Table' },
  balance: 'Balance (ml)',
  use: 'Use per week (ml)',
  kinds: { opening: 'Opening balance', draw: 'Draw', bottle: 'New bottle', adjustment: 'Adjustment' },
  again: 'TRY AGAIN',
  reading: 'Loading balance sheets',
  failed: 'Could not read the balance sheets on this tablet.',
  loadingTitle: 'Loading balance sheets…',
  loadingSome: 'Not all of them are on this tablet yet, so the chart is incomplete.',
  empty: 'No balance sheets yet',
  emptyText: 'Once a balance sheet is saved, the balance of its drug is shown here.',
  left: 'Combined and deleted sheets are left out.',
  summary: (drug: string, from: string, to: string, opening: string, closing: string) =>
    `Balance of ${drug} from ${from} to ${to}: ${opening}\u00a0ml at the start, ${closing}\u00a0ml at the end.`,
  counts: (draws: number, bottles: number, adjustments: number, used: string) =>
    `${times(draws, 'draw', 'draws')} used ${used}\u00a0ml; ${times(bottles, 'new bottle', 'new bottles')}, ${times(adjustments, 'adjustment', 'adjustments')}.`,
  steps: (sheets: number, change: string) =>
    sheets === 1
      ? `1 sheet does not start with the closing balance of the one before it. The difference is ${change}\u00a0ml.`
      : `${sheets} sheets do not start with the closing balance of the one before. The difference is ${change}\u00a0ml in total.`,
  stepsCaption: 'Every change of the balance, newest first',
  weeksCaption: 'Use per week, newest first',
  date: 'Date',
  what: 'What',
  about: 'Patient / Medication',
  bottle: 'Bottle',
  change: 'Change (ml)',
  week: 'Week from',
  used: 'Used (ml)',
  more: (count: number) => `SHOW ${count} MORE`,
  export: 'SAVE AS PNG',
  exporting: 'SAVING',
  notExported: 'Could not save the picture. Please try again.',
  exported: 'Downloaded the chart',
  made: (clinic: string, day: string) => `${clinic}, ${day}`,
  fileName: (drug: string, concentration: string, date: string) =>
    `CS Chart - ${date} - ${drug} ${concentration} mgml.png`,
} as const
