import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Minutes each, though their files are short: begun last they would run alone at the end. */
const LONGEST = ['accessibility.spec.ts', 'routes.spec.ts']

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.some((name) => moduleId.endsWith(`/${name}`))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.spec.ts'],
    sequence: { sequencer: LongestFirst },
    globalSetup: ['./run-folder.ts', './first-start.ts'],
    testTimeout: 240_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000, interval: 150 } },
    // Each file starts its own server and browser: two side by side, also on a small machine. Three take as long on two cores.
    maxWorkers: Math.min(2, availableParallelism()),
  },
})
