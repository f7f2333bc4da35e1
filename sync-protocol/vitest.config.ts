import { defineConfig } from 'vitest/config'

// A property on a busy machine takes longer than it says about the code.
export default defineConfig({ test: { include: ['src/**/*.test.ts'], testTimeout: 30_000 } })
