import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { sourceAliases } from './source-aliases.ts'

/** What zod asks of the two modules that make JSON schemas: the server's documentation does, a tablet never. */
const UNUSED: Record<string, readonly string[]> = {
  'json-schema-processors': ['allProcessors', 'toJSONSchema'],
  'to-json-schema': [
    'createStandardJSONSchemaMethod',
    'createToJSONSchemaMethod',
    'extractDefs',
    'finalize',
    'handleUnrepresentable',
    'initializeContext',
    'processSchema',
  ],
}
const noJsonSchemas = {
  name: 'no-json-schemas',
  enforce: 'pre' as const,
  load(id: string): string | undefined {
    const [, module = ''] = /[\\/]zod[\\/]v4[\\/]core[\\/]([\w-]+)\.js$/.exec(id) ?? []
    return UNUSED[module]?.map((name) => `export const ${name} = () => undefined`).join('\n')
  },
}

/** Left out of the module, for its size without them. */
const peers = (process.env['CLIENT_PEERS'] ?? '').split(',').filter((name) => name !== '')

/** The client package: the local database and its sync as one module, without React and without the app. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
  plugins: [noJsonSchemas],
  resolve: {
    // The package's own entry is written for browsers of ten years ago.
    alias: [...sourceAliases, { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' }],
  },
  build: {
    outDir: process.env['CLIENT_FOLDER'] ?? 'client-package',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
    rolldownOptions: {
      external: (id) => peers.some((name) => id === name || id.startsWith(`${name}/`)),
      input: fileURLToPath(new URL('src/client.ts', import.meta.url)),
      preserveEntrySignatures: 'strict',
      output: { entryFileNames: 'client.js', chunkFileNames: 'part-[name]-[hash].js' },
    },
  },
})
