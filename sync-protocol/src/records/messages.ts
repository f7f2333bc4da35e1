/** The five kinds of generic field messages, `spec 1 §5`. */
export const messages = {
  required: (field: string) => `${field} is required.`,
  tooLong: (field: string) => `${field} is too long.`,
  notANumber: (field: string) => `${field} must be a valid number.`,
  notPositive: (field: string) => `${field} must be greater than zero.`,
  tooLarge: (field: string) => `${field} is too large.`,
  invalid: (field: string) => `${field} is invalid.`,
} as const
