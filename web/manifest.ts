import { readFileSync } from 'node:fs'
import type { ManifestOptions } from 'vite-plugin-pwa'

/** A page's picture is as large as it was taken: a PNG says its width and height in bytes 16 to 23. */
function screenshot(name: string, form_factor: 'wide' | 'narrow', label: string) {
  const png = readFileSync(new URL(`public/screenshots/${name}.png`, import.meta.url))
  const sizes = `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`
  return { src: `/screenshots/${name}.png`, type: 'image/png', sizes, form_factor, label }
}

const shortcutIcons = (name: string) => [
  { src: `/${name}-192.png`, sizes: '192x192', type: 'image/png', purpose: 'any' as const },
  { src: `/${name}-maskable-192.png`, sizes: '192x192', type: 'image/png', purpose: 'maskable' as const },
]

export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Veterinary Anesthesia Protocols',
  short_name: 'Anesthesia',
  description:
    'Anesthesia sheets for dogs and cats with every volume worked out, a shared drug library, and controlled-substance records. Works without a network.',
  lang: 'en-US',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  orientation: 'any',
  // The colour of the first moment, before the page knows whether the system is dark.
  background_color: '#f3f5f4',
  theme_color: '#f3f5f4',
  categories: ['medical', 'business', 'productivity'],
  prefer_related_applications: false,
  // A window that is open keeps what it shows; app/launches.tsx opens a shortcut's screen in it as a press on a link would.
  launch_handler: { client_mode: ['focus-existing', 'auto'] },
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/icon-monochrome-512.png', sizes: '512x512', type: 'image/png', purpose: 'monochrome' },
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  ],
  screenshots: [
    screenshot('wide-1', 'wide', 'An anesthesia sheet with its volumes'),
    screenshot('wide-2', 'wide', 'Controlled-substance records'),
    screenshot('narrow-1', 'narrow', 'An anesthesia sheet on a phone'),
    screenshot('narrow-2', 'narrow', 'Home on a phone'),
  ],
  shortcuts: [
    {
      name: 'New sheet',
      description: 'Begin an anesthesia sheet, or go on with the open one',
      url: '/new-sheet',
      icons: shortcutIcons('shortcut-new-sheet'),
    },
    {
      name: 'Controlled substances',
      description: 'Balance sheets of controlled substances',
      url: '/controlled-substances',
      icons: shortcutIcons('shortcut-balance'),
    },
  ],
}
