import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    // All cores, where vitest would leave one free.
    maxWorkers: availableParallelism(),
    // Nothing here keeps a state in its module: one copy of the modules for all files is a third of the work.
    isolate: false,
    pool: 'threads',
    // A property on a busy machine takes longer than it says about the code.
    testTimeout: 30_000,
  },
})
