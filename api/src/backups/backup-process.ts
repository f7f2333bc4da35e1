import { spawn } from 'node:child_process'
import { extname, join } from 'node:path'
import { IS_BEING_MADE } from '../database/backup/write-backup.ts'
import type { BackupOutcome } from './nightly.ts'

/** What a program says at its end, at most. */
const WORDS_MAX = 2000

/** Makes a backup in a process of its own: what sealing and proving take of a processor would be taken from tablets. */
export function backupProcess(
  stop: AbortSignal,
  { execArgv, env } = { execArgv: process.execArgv, env: process.env },
): Promise<BackupOutcome> {
  const program = join(
    import.meta.dirname,
    `../database/backup/backup-command${extname(import.meta.filename)}`,
  )
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...execArgv, program], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
      signal: stop,
    })
    let words = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      words = (words + text).slice(-WORDS_MAX)
    })
    child.on('error', (error) => (stop.aborted ? undefined : reject(error)))
    child.on('close', (code) => {
      if (code === 0) resolve('made')
      else resolve(code === IS_BEING_MADE ? 'busy' : { why: words.trim() || `It ended with code ${code}.` })
    })
  })
}
