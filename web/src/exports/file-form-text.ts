/** What every form that makes a file says. */
export const fileFormText = {
  fileName: 'File Name',
  generate: 'GENERATE',
  generating: 'GENERATING',
  generated: (name: string) => `${name} was made.`,
  unprintable: 'These letters cannot be printed',
  unprintableText: (letters: string) =>
    `${letters}. A PDF has a sign in their place: write them in another way.`,
  notLogged: 'The file was made, but the action log could not be written.',
} as const
