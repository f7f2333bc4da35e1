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
  lackingText: 'It shows a placeholder for some letters in these rows. DOCX keeps every letter.',
  nameless: 'No PDF can be made: a drug would appear without its name',
  namelessText: 'A PDF cannot print the letters in these rows. DOCX keeps every letter.',
  takeDocx: 'USE DOCX',
  failed: 'Could not make the file. The sheet is safe. Please try again.',
} as const
