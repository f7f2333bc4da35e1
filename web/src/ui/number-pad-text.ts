export const numberPadText = {
  keys: 'Number keys',
  delete: 'Delete',
  point: 'Decimal point',
} as const
