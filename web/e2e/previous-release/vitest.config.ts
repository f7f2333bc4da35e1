import { defineConfig } from 'vitest/config'

/** Records the release under PREVIOUS_RELEASE anew: `PREVIOUS_RELEASE=folder npm run record-release -w web`. */
export default defineConfig({
  cacheDir: '../../node_modules/.vite-record',
  test: {
    root: import.meta.dirname,
    include: ['record.ts'],
    globalSetup: ['../run-folder.ts'],
    testTimeout: 900_000,
    hookTimeout: 120_000,
  },
})
