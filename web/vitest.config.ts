import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { sourceAliases } from './source-aliases.ts'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  resolve: { alias: sourceAliases },
  test: {
    name: 'web',
    environment: 'node',
    // All cores, where vitest would leave one free.
    maxWorkers: availableParallelism(),
    css: true,
    // Speed is measured in the benches: a busy machine fails no test here.
    testTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } },
    // Its source: nothing needs to be built.
    setupFiles: [fileURLToPath(new URL('../sync-protocol/src/testing/patient-waits.ts', import.meta.url))],
    include: ['src/**/*.test.{ts,tsx}', '*.test.ts'],
  },
})
