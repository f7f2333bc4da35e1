export type Theme = 'system' | 'light' | 'dark'

/** As it was chosen on this tablet last: for the screens on which nobody is signed in. */
const KEY = 'theme'
/** Clinics share tablets, so each person's choice has its own key. */
const keyOf = (userId: string) => `${KEY}/${userId}`

const themeIn = (stored: string | null): Theme | undefined =>
  stored === 'light' || stored === 'dark' || stored === 'system' ? stored : undefined

/** A person's choice on this tablet; where they made none, and for a guest, what was chosen last. */
export function readTheme(userId: string | null): Theme {
  const own = userId === null ? undefined : themeIn(localStorage.getItem(keyOf(userId)))
  return own ?? themeIn(localStorage.getItem(KEY)) ?? 'system'
}

/** Keeps the choice on this device and shows it at once. */
export function setTheme(theme: Theme, userId: string): void {
  localStorage.setItem(keyOf(userId), theme)
  localStorage.setItem(KEY, theme)
  showTheme(theme)
}

export function showTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
