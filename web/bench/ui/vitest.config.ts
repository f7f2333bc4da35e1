import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const sources = { conditions: ['source'] }

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  resolve: sources,
  ssr: { resolve: sources },
  test: {
    name: 'bench-ui',
    include: ['*.bench.ts'],
    globalSetup: ['../../e2e/run-folder.ts'],
    testTimeout: 900_000,
    hookTimeout: 900_000,
    fileParallelism: false,
  },
})
