import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const sources = { conditions: ['source'] }
const root = fileURLToPath(new URL('.', import.meta.url))

/** Schemas are compiled in tests as they are in the server. The other is named by its source: nothing needs to be built. */
const setupFiles = [
  'zod/compile',
  fileURLToPath(new URL('../sync-protocol/src/testing/patient-waits.ts', import.meta.url)),
]

/** sync-protocol is read from its sources, so that a test never runs against an old build of it. */
const project = { root, resolve: sources, ssr: { resolve: sources } }

export default defineConfig({
  root,
  test: {
    // Half of the time the database or a timer is waited for: all cores, where vitest would leave one free.
    maxWorkers: availableParallelism(),
    projects: [
      {
        ...project,
        test: {
          name: 'api',
          include: ['src/**/*.test.ts'],
          exclude: ['src/**/*.pg.test.ts'],
          setupFiles,
          testTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        ...project,
        test: {
          name: 'api-postgres',
          // The files of a worker share what they import, as a server's requests do: loading the server anew for each is half the time.
          isolate: false,
          include: ['src/**/*.pg.test.ts'],
          globalSetup: ['src/database/testing-server.ts'],
          setupFiles: [...setupFiles, 'src/database/statements/testing-record.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
})
