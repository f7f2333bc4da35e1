import { mkdir } from 'node:fs/promises'
import { CannotStart } from '../../cannot-start.ts'
import { singleConnection } from '../connect.ts'
import { readBackupState, writeBackupState } from './kept-backups.ts'
import { operatorText } from './operator-text.ts'

/** The folder keeps the backups of another database: what is noted there is not of this one, and must not be replaced. */
export class OthersFolder extends CannotStart {}

/** When the installation began, to the microsecond: no other has that, and a restored database keeps it. */
export async function installationOf(url: string): Promise<string | undefined> {
  const pool = singleConnection(url)
  try {
    const { rows: there } = await pool.query(
      `SELECT FROM pg_class WHERE oid = to_regclass('public.installation')`,
    )
    if (there.length === 0) return undefined
    const { rows } = await pool.query<{ began: string }>(
      `SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS began FROM installation`,
    )
    return rows[0]?.began
  } finally {
    await pool.end()
  }
}

/**
 * Two servers that keep their backups in one folder would count, and delete, each other's.
 * @returns the installation; undefined of an empty database
 * @throws OthersFolder
 */
export async function assertOwnFolder(folder: string, url: string): Promise<string | undefined> {
  const [own, { installation: kept }] = await Promise.all([installationOf(url), readBackupState(folder)])
  if (own !== undefined && kept !== undefined && kept !== own)
    throw new OthersFolder(operatorText.othersFolder(folder, kept))
  return own
}

/**
 * As `assertOwnFolder`; a folder that is nobody's is this installation's from then on.
 * @throws OthersFolder
 */
export async function claimFolder(folder: string, url: string): Promise<void> {
  const installation = await assertOwnFolder(folder, url)
  const state = await readBackupState(folder)
  if (installation === undefined || state.installation !== undefined) return
  await noteInstallation(folder, installation)
}

/** After a restore: the folder of the installation that was replaced is that of the one which takes its place. */
export async function handOver(folder: string, from: string | undefined, url: string): Promise<void> {
  const [now, { installation: kept }] = await Promise.all([installationOf(url), readBackupState(folder)])
  if (now !== undefined && kept !== undefined && kept === from) await noteInstallation(folder, now)
}

/** A folder that takes nothing says so itself when a backup is due. */
async function noteInstallation(folder: string, installation: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeBackupState(folder, { ...(await readBackupState(folder)), installation })
  } catch {
    return
  }
}
