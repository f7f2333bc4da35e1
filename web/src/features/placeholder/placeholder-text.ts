export const placeholderText = {
  title: 'This screen is not ready yet.',
  text: 'It comes with a later version of the app.',
} as const
