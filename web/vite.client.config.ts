import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { listSources } from './list-sources.ts'
import { sourceAliases } from './source-aliases.ts'

/** Left out of the module, for its size without them. */
const peers = (process.env['CLIENT_PEERS'] ?? '').split(',').filter((name) => name !== '')

/** The client package: the local database and its sync as one module, without React and without the app. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
  define: { LIST_SOURCES: JSON.stringify(listSources()) },
  resolve: {
    // The package's own entry is written for browsers of ten years ago.
    alias: [...sourceAliases, { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' }],
  },
  ssr: { noExternal: true, target: 'webworker' },
  build: {
    outDir: process.env['CLIENT_FOLDER'] ?? 'client-package',
    emptyOutDir: true,
    target: 'es2022',
    // As for a server, of whose modules no page fetches styles ahead.
    ssr: true,
    minify: true,
    rolldownOptions: {
      external: (id) => peers.some((name) => id === name || id.startsWith(`${name}/`)),
      input: fileURLToPath(new URL('src/client.ts', import.meta.url)),
      preserveEntrySignatures: 'strict',
      output: { entryFileNames: 'client.js', codeSplitting: false },
    },
  },
})
