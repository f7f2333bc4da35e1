export const diagnosisText = {
  what: 'Diagnosis of a tablet of Veterinary Anesthesia. It holds no names, no entries, no passwords.',
} as const
