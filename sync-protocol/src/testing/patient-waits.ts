import { vi } from 'vitest'

/** What a test waits for may take long on a busy machine: a second, vitest's own, fails tests that have nothing wrong. */
const WAIT_MS = 20_000
const waitFor = vi.waitFor

vi.waitFor = (check, options) => waitFor(check, options ?? { timeout: WAIT_MS })
