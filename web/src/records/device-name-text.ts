export const deviceNameText = {
  unnamed: (id: string) => `Tablet ${id}`,
} as const
