// The programs of the proof, from Debian's packages, and processes of them that end with it.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fail } from '../install.mjs'

const POSTGRES = '/usr/lib/postgresql'
const SBIN = ['/usr/sbin', '/usr/local/sbin', '/usr/bin', '/usr/local/bin']

/** Where each is; ends with one sentence where one is missing. */
export function programs() {
  const versions = existsSync(POSTGRES)
    ? readdirSync(POSTGRES)
        .map(Number)
        .sort((a, b) => b - a)
    : []
  const bin = versions
    .map((version) => join(POSTGRES, String(version), 'bin'))
    .find((folder) => existsSync(join(folder, 'postgres')))
  if (bin === undefined)
    fail(`PostgreSQL is missing: install Debian's package "postgresql" (no ${POSTGRES}/…/bin/postgres).`)
  return { postgres: bin, pgbouncer: inPath('pgbouncer'), haproxy: inPath('haproxy') }
}

function inPath(name) {
  const folder = [...SBIN, ...(process.env.PATH ?? '').split(':')].find((one) => existsSync(join(one, name)))
  return folder === undefined
    ? fail(`${name} is missing: install Debian's package "${name}".`)
    : join(folder, name)
}

/** PostgreSQL and PgBouncer refuse to run as root, who lends them another account. */
export function account() {
  if (process.getuid() !== 0) return {}
  const idOf = (flag, name) => {
    try {
      return Number(
        execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
      )
    } catch {
      return undefined
    }
  }
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = [idOf('-u', name), idOf('-g', name)]
    if (uid !== undefined && gid !== undefined) return { uid, gid }
  }
  return fail('PostgreSQL refuses to run as root, and there is neither a user "postgres" nor "nobody".')
}

const running = new Set()
process.on('exit', () => {
  for (const child of running) killWhole(child.pid)
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1))

/** A process whose words go to a file. */
export function run(program, args, log, options = {}) {
  const out = openSync(log, 'a')
  const child = spawn(program, args, { stdio: ['ignore', out, out], ...options })
  running.add(child)
  child.once('exit', () => running.delete(child))
  child.on('error', (error) => fail(`${program} cannot be started: ${error.message}`))
  return child
}

export const ended = (child) =>
  new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) done()
    else child.once('exit', done)
  })

function childrenOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

const kill = (pid) => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Gone already.
  }
}

/** `kill -9`, the parent first, so that none of its children is replaced: as when the machine dies. */
export function killWhole(pid) {
  const children = childrenOf(pid)
  kill(pid)
  for (const child of children) kill(child)
}

export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((listening) => probe.once('listening', listening))
  const { port } = probe.address()
  await new Promise((closed) => probe.close(closed))
  return port
}
