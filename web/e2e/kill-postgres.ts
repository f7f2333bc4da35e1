import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Server } from './server.ts'

/** The number that PostgreSQL runs under, from the file in which it says so. */
function postmasterOf(folder: string): number {
  const pidFile = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((path) =>
    path.endsWith('postmaster.pid'),
  )
  if (pidFile === undefined) throw new Error('No PostgreSQL runs here.')
  return Number(readFileSync(join(folder, pidFile), 'utf8').split('\n')[0])
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

/** Ends every process of PostgreSQL at once, as the kernel does when memory is short. */
export async function killPostgres({ dataFolder }: Server): Promise<void> {
  const pid = postmasterOf(dataFolder)
  const all = [pid, ...childrenOf(pid)]
  for (const each of all) kill(each)
  while (all.some(lives)) await pause(5)
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
function lives(pid: number): boolean {
  try {
    // A killed process stays in the table until its parent has asked for it.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
