import { keepChoice, keptChoice } from './kept-choice.ts'

export type Theme = 'system' | 'light' | 'dark'

const KEY = 'theme'

export function readTheme(userId: string | null): Theme {
  const kept = keptChoice(KEY, userId)
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}

/** Keeps the choice on this device and shows it at once. */
export function setTheme(theme: Theme, userId: string): void {
  keepChoice(KEY, theme, userId)
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
