import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import type { Server } from './server.ts'

const PROGRAMS = {
  admin: 'admin/admin-command.js',
  backup: 'database/backup/backup-command.js',
  restore: 'database/backup/restore-command.js',
} as const

/** Runs a command of the operator's beside the running server; what it said. */
export function operator(server: Server, program: keyof typeof PROGRAMS, ...args: string[]): string {
  const path = resolve(import.meta.dirname, '../../api/dist', PROGRAMS[program])
  const env = { ...process.env, DATA_DIR: server.dataFolder }
  const { status, stdout, stderr } = spawnSync(process.execPath, [path, ...args], { env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program}: ${stderr}`)
  return stdout
}
