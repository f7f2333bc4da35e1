import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { RECORD_INTO } from './statements/testing-recorder.ts'

const here = import.meta.dirname

/** Arguments with which node runs a TypeScript file, sync-protocol from its sources. */
export const typescript = ['--conditions=source', '--import', join(here, 'testing-typescript.mjs')]

const running = new Map<ChildProcess, Promise<unknown>>()

/** Ends what the test started; before its folder is removed. */
export async function endProcesses(): Promise<void> {
  for (const child of running.keys()) child.kill('SIGTERM')
  await Promise.all(running.values())
  running.clear()
}

export interface Started {
  process: ChildProcess
  /** The database's address once it is ready; rejects with what the start printed when it fails. */
  url: Promise<string>
  /** What went wrong so far. */
  errors: () => string
  ended: Promise<void>
}

/** A node process of its own that runs an embedded database, as another user if one is named. */
export function startProcess(folder: string, user: { uid?: number; gid?: number } = {}): Started {
  const args = [...typescript, join(here, 'testing-start.ts'), folder]
  const child = spawn(process.execPath, args, { ...user, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))
  const url = new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').once('data', (text: string) => resolve(text.trim()))
    void ended.then(() => reject(new Error(errors)))
  })
  url.catch(() => undefined)
  running.set(child, ended)
  return { process: child, url, errors: () => errors, ended }
}

/** Of this computer, until somebody takes it. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port: free } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return free
}

export interface Program {
  process: ChildProcess
  /** What it printed so far, errors too. */
  printed: () => string
  /** The exit code; null when a signal ended it. */
  ended: Promise<number | null>
}

/** One of the API's own programs (`main.ts`) with nothing to go by but `env`. */
export function runProgram(file: string, args: string[], env: Record<string, string>): Program {
  const child = spawn(process.execPath, [...typescript, join(here, '..', file), ...args], {
    cwd: '/',
    // A file of settings in the checkout is its developer's.
    env: { PATH: process.env['PATH'], ENV_FILE: 'off', [RECORD_INTO]: process.env[RECORD_INTO], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  running.set(child, ended)
  return { process: child, printed: () => output, ended }
}

export async function killed(started: Started): Promise<void> {
  started.process.kill('SIGKILL')
  await started.ended
}

/** The main process of the PostgreSQL that works, or worked, in a data folder. */
export function postmasterOf(dataFolder: string): number {
  const records = readdirSync(dataFolder).find((name) => name.startsWith('postgres-'))!
  return Number.parseInt(readFileSync(join(dataFolder, records, 'postmaster.pid'), 'utf8'), 10)
}

/** A dead process that its new parent has not buried yet does not count. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}

/** Processes whose parent is `pid` (Linux). */
export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && existsSync(`/proc/${name}/stat`))
    .map(Number)
    .filter((each) => parentOf(each) === pid)
}

/** What a process runs; nothing of one that is gone. */
export function commandOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return undefined
  }
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) \S+ /s, '')
        .split(' ')[0],
    )
  } catch {
    return undefined
  }
}
