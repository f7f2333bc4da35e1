import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { sourceAliases } from './source-aliases.ts'

/** The client package: the local database and its sync as one module, without React and without the app. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
  resolve: { alias: sourceAliases },
  build: {
    outDir: 'client-package',
    target: 'es2022',
    modulePreload: false,
    rolldownOptions: {
      input: fileURLToPath(new URL('src/client.ts', import.meta.url)),
      preserveEntrySignatures: 'strict',
      output: { entryFileNames: 'client.js', chunkFileNames: 'part-[name]-[hash].js' },
    },
  },
})
