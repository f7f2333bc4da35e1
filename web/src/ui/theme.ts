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

/** --page of tokens.css, for what the system draws around the app; index.html begins with the same. */
export const PAGE_COLOURS = { light: '#f3f5f4', dark: '#0d1312' } as const

export function showTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const system = meta.media.includes('dark') ? 'dark' : 'light'
    meta.content = PAGE_COLOURS[theme === 'system' ? system : theme]
  }
}
