import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Everything that a run writes outside the checkout goes into one folder, and goes away with it. */
export default function useRunFolder(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'e2e-'))
  process.env['TMPDIR'] = folder
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}
