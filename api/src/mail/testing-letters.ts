import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import { mailFolder } from './file-delivery.ts'

/** An e-mail's text as its reader sees it: soft line breaks and escapes of quoted-printable undone. */
export const readable = (raw: string) =>
  raw
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** The e-mails in a data folder, oldest first. */
export function letters(dataFolder: string): string[] {
  const folder = mailFolder(dataFolder)
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => name.endsWith('.eml'))
  return names.toSorted().map((name) => readable(readFileSync(join(folder, name), 'utf8')))
}

/** The {id} of the link in an e-mail. */
export function linkIn(letter: string): string {
  const id = /\/reset-password\/([\w-]{64})\r\n/.exec(letter)?.[1]
  if (id === undefined) throw new Error(`No link is in:\n${letter}`)
  return id
}

/** The newest e-mail, once there are so many. */
export async function nextLetter(dataFolder: string, count: number): Promise<string> {
  return vi.waitFor(
    () => {
      const all = letters(dataFolder)
      const newest = all.at(-1)
      if (all.length < count || newest === undefined) throw new Error(`${all.length} e-mails, not ${count}.`)
      return newest
    },
    { timeout: 10_000, interval: 10 },
  )
}
