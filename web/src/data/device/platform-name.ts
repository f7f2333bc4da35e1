import { browserNames } from './platform-text.ts'

/** The first that fits counts: each of them calls itself by the names of those after it too. */
const BROWSERS = [
  [/\bEdg(?:A|iOS)?\//, browserNames.edge],
  [/\bSamsungBrowser\//, browserNames.samsung],
  [/\b(?:Firefox|FxiOS)\//, browserNames.firefox],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, browserNames.chrome],
  [/\bSafari\//, browserNames.safari],
] as const
const SYSTEMS = [
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
] as const

const first = (names: readonly (readonly [RegExp, string])[], agent: string) =>
  names.find(([pattern]) => pattern.test(agent))?.[1]

/** What to call a browser that nobody gave a name: 'Chrome on Android'. An iPad calls itself a Mac, and has fingers. */
export function platformName(agent: string, touchPoints: number): string {
  const browser = first(BROWSERS, agent) ?? 'Browser'
  const system = first(SYSTEMS, agent)
  if (system === 'Mac' && touchPoints > 1) return `${browser} on iPad`
  return system === undefined ? browser : `${browser} on ${system}`
}

export function thisPlatform(): string {
  const browser = globalThis.navigator as Navigator | undefined
  return platformName(browser?.userAgent ?? '', browser?.maxTouchPoints ?? 0)
}
