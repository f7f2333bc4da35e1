export const diagnosisText = {
  what: 'Veterinary Anesthesia tablet diagnosis. It contains no names, no entries and no passwords.',
} as const
