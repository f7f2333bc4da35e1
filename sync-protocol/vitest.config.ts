import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    // All cores, where vitest would leave one free.
    maxWorkers: availableParallelism(),
    // The rules keep no state of their own: to load the modules once for all files is a third of the work.
    isolate: false,
    pool: 'threads',
    // A property on a busy machine takes longer than it says about the code.
    testTimeout: 30_000,
  },
})
