import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import { CannotStart } from './cannot-start.ts'

/** What an operator does about it, by the system's word. */
const REMEDIES: Readonly<Record<string, string>> = {
  EACCES: 'This user may not write there. Give it the folder, or set DATA_DIR to another one.',
  EPERM: 'This user may not write there. Give it the folder, or set DATA_DIR to another one.',
  EROFS: 'Nobody can write there. Set DATA_DIR to another folder.',
  EEXIST: 'It is a file. Set DATA_DIR to a folder.',
  ENOTDIR: 'A part of it is a file. Set DATA_DIR to a folder.',
  ENOSPC: 'The disk is full. Make room, or set DATA_DIR to a folder on another one.',
}

/** @throws CannotStart when nothing can be written there. */
export async function makeDataFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o711 })
    await access(folder, constants.W_OK | constants.X_OK)
  } catch (cause) {
    const { code = '', message } = cause as NodeJS.ErrnoException
    const remedy = REMEDIES[code] ?? `${message}. Set DATA_DIR to another folder.`
    throw new CannotStart(`The data folder ${folder} cannot be used. ${remedy}`, { cause })
  }
}
