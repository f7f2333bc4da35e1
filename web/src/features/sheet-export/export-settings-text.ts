export const exportSettingsText = {
  title: 'Saved Anesthesia Sheet',
  fileName: 'File Name',
  suffix: { pdf: '.PDF', docx: '.DOCX' },
  injectionPageBreak: 'Display injections on new page',
  emergencyPageBreak: 'Display emergency drugs on new page',
  procedureNotes: 'Include procedure notes',
  format: 'Select Format',
  formats: { pdf: 'PDF', docx: 'DOCX' },
  generate: 'GENERATE',
  generating: 'GENERATING',
  generated: (name: string) => `${name} was made.`,
  failed: 'The file could not be made. Nothing of the sheet is lost; please try again.',
  unprintable: 'These letters cannot be printed',
  unprintableText: (letters: string) =>
    `${letters}. They would be missing on paper: write them in another way.`,
  notLogged: 'The file was made, but the action log could not be written.',
} as const
