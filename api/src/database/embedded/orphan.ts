import { execFileSync } from 'node:child_process'
import { readFile, readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { CannotStart } from '../../cannot-start.ts'

/**
 * Clears what a killed start left in the records' folder. The process id in postmaster.pid proves nothing by
 * itself (after a reboot it may be anybody's): a live process that works in this very folder is an orphaned
 * PostgreSQL and is stopped, everything else makes the file stale. Only the folder's owner may call this.
 */
export async function clearOrphan(records: string): Promise<void> {
  const pidFile = join(records, 'postmaster.pid')
  const text = await readFile(pidFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return
  const pid = Number.parseInt(text, 10)
  const home = await realpath(records)
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (await worksIn(pid, home)) signalTo(pid, signal)
    for (const until = Date.now() + 10_000; Date.now() < until; await pause(20)) {
      if (!(await worksIn(pid, home))) {
        await rm(pidFile, { force: true })
        return
      }
    }
  }
  throw new CannotStart(`A PostgreSQL process (${pid}) holds ${records} and cannot be stopped.`)
}

async function worksIn(pid: number, folder: string): Promise<boolean> {
  // A file cut short names no process; zero and below would name groups of them.
  if (!(pid > 1)) return false
  try {
    if (process.platform === 'linux') {
      const state = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /s, '')[0]
      return state !== 'Z' && state !== 'X' && (await readlink(`/proc/${pid}/cwd`)) === folder
    }
    const state = execFileSync('ps', ['-o', 'state=', '-p', String(pid)], { encoding: 'utf8' })
    const open = execFileSync('lsof', ['-a', '-d', 'cwd', '-Fn', '-p', String(pid)], { encoding: 'utf8' })
    return !state.startsWith('Z') && open.split('\n').includes(`n${folder}`)
  } catch {
    // Gone, or another user's: then it is not ours.
    return false
  }
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
