export const takeOverText = {
  takeOver: 'TAKE OVER',
  takeOverOf: (name: string, by: string) => `Take over the open sheet for ${name} from ${by}`,
  noName: 'a patient without a name',
  question: (by: string, name: string) => `${by} has an open sheet for ${name}.`,
  about: 'If you take it over, it is yours with everything entered so far. Their tablet says so.',
  takeBack: 'TAKE IT BACK',
  cancel: 'CANCEL',
  taken: (by: string) => `This sheet was ${by}’s. It is yours now.`,
  over: 'This sheet was saved or closed by now.',
  failed: 'Not taken over: this tablet could not store it. Please try again.',
} as const
