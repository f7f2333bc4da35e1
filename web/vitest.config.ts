import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { sourceAliases } from './source-aliases.ts'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  resolve: { alias: sourceAliases },
  test: {
    name: 'web',
    environment: 'node',
    css: true,
    include: ['src/**/*.test.{ts,tsx}'],
  },
})
