import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const sources = { conditions: ['source'] }

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  resolve: sources,
  ssr: { resolve: sources },
  test: {
    name: 'web-bench',
    include: ['*.bench.ts'],
    testTimeout: 300_000,
    hookTimeout: 120_000,
    fileParallelism: false,
  },
})
