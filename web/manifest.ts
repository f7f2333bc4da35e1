import type { ManifestOptions } from 'vite-plugin-pwa'

const shortcutIcon = [{ src: '/icon-192.png', sizes: '192x192', type: 'image/png' }]

export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Veterinary Anesthesia Protocols',
  short_name: 'Anesthesia',
  description: 'Anesthesia sheets, drug library and controlled-substance records for a veterinary clinic.',
  lang: 'en-US',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#f3f5f4',
  theme_color: '#f3f5f4',
  categories: ['medical'],
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  ],
  shortcuts: [
    { name: 'New sheet', url: '/new-sheet', icons: shortcutIcon },
    { name: 'Controlled substances', url: '/controlled-substances', icons: shortcutIcon },
  ],
}
