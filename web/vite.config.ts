import type { IncomingMessage } from 'node:http'
import { fileURLToPath } from 'node:url'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig, type ProxyOptions } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { listSources } from './list-sources.ts'
import { noChunkCycles } from './chunk-cycles.ts'
import { assetFile, chunkFile, chunkGroups } from './chunks.ts'
import { manifest } from './manifest.ts'
import { sourceAliases } from './source-aliases.ts'

/** jsPDF asks for these only to draw HTML and SVG, which no export here does; an absolute path, as the dev server needs. */
const nothing = fileURLToPath(new URL('nothing.ts', import.meta.url))
const unusedByJspdf = ['canvg', 'html2canvas', 'dompurify'].map((find) => ({ find, replacement: nothing }))

/** A screen may share a word with a call: what a person navigates to is the app. */
function call(): ProxyOptions {
  return {
    target: `http://localhost:${process.env['PORT'] ?? '3000'}`,
    bypass: (request: IncomingMessage) =>
      request.headers['sec-fetch-mode'] === 'navigate' ? '/index.html' : undefined,
  }
}

export default defineConfig(({ command }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // While the sources change under a page nothing is kept of its lists.
  define: command === 'build' ? { LIST_SOURCES: JSON.stringify(listSources()) } : {},
  plugins: [
    react(),
    noChunkCycles(),
    { ...optimizeLocales.vite({ locales: ['en-US'] }), enforce: 'pre' },
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src',
      filename: 'service-worker.ts',
      injectRegister: false,
      manifest,
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,svg,png,woff2,ttf,webmanifest}'],
        // Shown by the browser before it installs the app, never by the app.
        globIgnores: ['screenshots/**'],
        maximumFileSizeToCacheInBytes: 8 * 1024 * 1024,
      },
    }),
  ],
  resolve: {
    alias: [
      ...sourceAliases,
      ...unusedByJspdf,
      // The package's own entry is written for browsers of ten years ago.
      { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' },
    ],
  },
  worker: { format: 'es' },
  server: {
    port: Number(process.env['WEB_PORT'] ?? 5173),
    proxy: Object.fromEntries(
      ['/user', '/setup', '/demonstration', '/services', '/organization', '/sync', '/ledger', '/health'].map(
        (path) => [path, call()],
      ),
    ),
  },
  build: {
    manifest: true,
    modulePreload: {
      polyfill: false,
      // A link for each script costs more of the main thread than fetching it from the tablet's own cache a step later.
      resolveDependencies: (_file, scripts, { hostType }) => (hostType === 'html' ? scripts : []),
    },
    rolldownOptions: {
      output: {
        chunkFileNames: chunkFile,
        assetFileNames: assetFile,
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
}))
