/** Colours of a drawing, as a canvas takes them. */
export interface Palette {
  surface: string
  text: string
  quiet: string
  line: string
  accent: string
  soft: string
  attention: string
}

const TOKENS = {
  surface: '--surface',
  text: '--text',
  quiet: '--text-quiet',
  line: '--line',
  accent: '--accent',
  soft: '--accent-soft',
  attention: '--attention',
} as const satisfies Record<keyof Palette, string>

function resolved(): Palette {
  const probe = document.createElement('span')
  document.body.append(probe)
  // A canvas knows no var(): the browser works it out on an element.
  const colour = (token: string) => {
    probe.style.color = `var(${token})`
    return getComputedStyle(probe).color
  }
  const palette = Object.fromEntries(
    Object.entries(TOKENS).map(([name, token]) => [name, colour(token)]),
  ) as Record<keyof Palette, string>
  probe.remove()
  return palette
}

/** The tokens as the page shows them, or as the light theme does. */
export function readPalette(scheme?: 'light'): Palette {
  if (scheme === undefined) return resolved()
  // Where the build writes light-dark() out, only the root decides; nothing is painted before it has its own theme again.
  const { dataset } = document.documentElement
  const { theme } = dataset
  dataset['theme'] = scheme
  try {
    return resolved()
  } finally {
    if (theme === undefined) delete dataset['theme']
    else dataset['theme'] = theme
  }
}

/** Tells when the theme changes, by the system or by hand. */
export function onThemeChange(listener: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const chosen = new MutationObserver(listener)
  system.addEventListener('change', listener)
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => {
    system.removeEventListener('change', listener)
    chosen.disconnect()
  }
}
