export const dateRangeText = {
  from: 'FROM',
  to: 'TO',
  calendar: 'Calendar',
  howTo: 'Type the dates, or press the first day and then the last.',
} as const
