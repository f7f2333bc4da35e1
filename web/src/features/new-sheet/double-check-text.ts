/** Every word of the check by a second person. */
export const doubleCheckText = {
  title: 'Double-Check',
  noName: 'No name yet',
  about:
    'The weight and the volumes are covered. A second person reads the scale or the chart and types the weight.',
  who: 'Who checks?',
  people: 'People who have logged in on this tablet',
  email: 'Email',
  password: 'Password',
  stays: (name: string) => `${name} stays logged in.`,
  go: 'CONTINUE',
  checking: 'CHECKING',
  cancel: 'CANCEL',
  types: (name: string) => `${name}: type the weight from the scale or the chart.`,
  differTitle: 'The two weights are not the same.',
  differText: 'Neither counts. Read the scale again. The person who was wrong types the weight again.',
  closeText: 'They differ too little to be seen in both units. Type the weight in the unit of the scale.',
  typedBy: (name: string) => `Typed by ${name}`,
  again: 'TYPE AGAIN',
  failed: 'This tablet could not check the password. Please try again.',
} as const
