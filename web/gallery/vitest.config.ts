import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const sources = { conditions: ['source'] }

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  resolve: sources,
  ssr: { resolve: sources },
  test: {
    name: 'gallery',
    include: ['*.shots.ts'],
    globalSetup: ['../e2e/run-folder.ts', './report.ts'],
    testTimeout: 120_000,
    hookTimeout: 240_000,
    maxWorkers: 2,
  },
})
