import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import { CannotStart } from './cannot-start.ts'

/** @throws CannotStart when nothing can be written there. */
export async function makeDataFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o711 })
    await access(folder, constants.W_OK | constants.X_OK)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new CannotStart(`DATA_DIR cannot be used as a folder: ${why}.`, { cause })
  }
}
