import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.spec.ts'],
    globalSetup: ['./run-folder.ts'],
    testTimeout: 240_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // Each file starts its own server and browser, and mostly waits: two side by side, also on a small machine.
    maxWorkers: Math.min(2, availableParallelism()),
  },
})
