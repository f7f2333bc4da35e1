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
  failed: 'The file could not be made. Nothing of the sheet is lost; please try again.',
} as const
