import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.spec.ts'],
    globalSetup: ['../e2e/run-folder.ts'],
    testTimeout: 240_000,
    hookTimeout: 120_000,
  },
})
