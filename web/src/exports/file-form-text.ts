/** What every form that makes a file says. */
export const fileFormText = {
  fileName: 'File Name',
  generate: 'GENERATE',
  generating: 'GENERATING',
  generated: (name: string) => `Downloaded ${name}`,
  print: 'PRINT',
  share: 'SHARE',
  notHandedOut: 'That did not work here. The file is in the downloads.',
  unprintable: 'These letters cannot be printed',
  unprintableText: (letters: string) =>
    `${letters}. A PDF shows a placeholder instead. Please write them another way.`,
  notLogged: 'The file was downloaded, but could not be recorded in the action log.',
} as const
