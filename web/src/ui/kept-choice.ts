/**
 * How things look on this tablet, as a person chose it. Clinics share tablets, so each person's choice has its own key; who made
 * none, and a guest, sees what was chosen last.
 */
export const keptChoice = (key: string, userId: string | null): string | null =>
  (userId === null ? null : localStorage.getItem(`${key}/${userId}`)) ?? localStorage.getItem(key)

export function keepChoice(key: string, value: string, userId: string): void {
  localStorage.setItem(`${key}/${userId}`, value)
  localStorage.setItem(key, value)
}
