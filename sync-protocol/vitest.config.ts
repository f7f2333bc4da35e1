import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    // All cores, where vitest would leave one free.
    maxWorkers: availableParallelism(),
    // A property on a busy machine takes longer than it says about the code.
    testTimeout: 30_000,
  },
})
