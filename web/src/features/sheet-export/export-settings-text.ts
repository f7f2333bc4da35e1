import { fileFormText } from '../../exports/file-form-text.ts'

export const exportSettingsText = {
  ...fileFormText,
  title: 'Saved Anesthesia Sheet',
  suffix: { pdf: '.PDF', docx: '.DOCX' },
  injectionPageBreak: 'Display injections on new page',
  emergencyPageBreak: 'Display emergency drugs on new page',
  procedureNotes: 'Include procedure notes',
  format: 'Select Format',
  formats: { pdf: 'PDF', docx: 'DOCX' },
  lacking: 'A PDF cannot print every letter of this sheet',
  lackingText: 'It has a sign in place of some letters in these rows. DOCX holds every letter.',
  nameless: 'No PDF is made: a drug would stand there without its name',
  namelessText: 'A PDF cannot print the letters of these rows. DOCX holds every letter.',
  takeDocx: 'USE DOCX',
  failed: 'The file could not be made. Nothing of the sheet is lost; please try again.',
} as const
