import type { Backups } from 'sync-protocol/wire/backups'
import type { Config } from '../config.ts'
import { readBackupState, type BackupState } from '../database/backup/kept-backups.ts'
import { lastAt, nextAt } from '../time-of-day.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** 'busy': another process makes one at this moment. */
export type BackupOutcome = 'made' | 'busy' | { why: string }

export interface Nightly {
  backups: Pick<Config['backups'], 'at' | 'folder'>
  make(stop: AbortSignal): Promise<BackupOutcome>
  /** Whoever is responsible hears of a failure. */
  tell(why: string): Promise<void>
  now(): Date
}

/**
 * Whether one has to be made now: none was since it was last due, so that a computer which is off at night makes it in the
 * morning. After a failure it is tried again each hour. What comes from the future, by a clock that was wrong, does not count.
 */
export function isDue({ made, failed }: BackupState, now: Date, at: string): boolean {
  const isThere =
    made !== null && Date.parse(made.at) >= lastAt(now, at).getTime() && Date.parse(made.at) <= now.getTime()
  if (isThere) return false
  const waited = failed === null ? Infinity : now.getTime() - Date.parse(failed.at)
  return waited < 0 || waited >= HOUR_MS
}

export interface NightWatch {
  /** The last backup and the last failure, of the folder or of this process. */
  state(): Promise<BackupState>
  /** Makes a backup if one is due. */
  look(stop: AbortSignal): Promise<void>
}

export function nightWatch({ backups: { at, folder }, make, tell, now }: Nightly): NightWatch {
  // A folder that takes nothing cannot say so itself.
  let own: BackupState['failed'] = null
  let told = -Infinity

  const state = async (): Promise<BackupState> => {
    const { made, failed } = await readBackupState(folder)
    // What a clock said that was ahead hides nothing that came since.
    const counts = ({ at: when }: { at: string }) => Date.parse(when) <= now().getTime() + HOUR_MS
    const [latest] = [failed, own]
      .filter((one) => one !== null)
      .filter(counts)
      .toSorted((a, b) => b.at.localeCompare(a.at))
    const isOver = latest === undefined || (made !== null && counts(made) && made.at > latest.at)
    return { made, failed: isOver ? null : latest }
  }
  return {
    state,
    async look(stop) {
      if (at === undefined || !isDue(await state(), now(), at)) return
      const began = now()
      const outcome = await make(stop)
      if (stop.aborted || outcome === 'busy') return
      if (outcome === 'made') {
        own = null
        told = -Infinity
        return
      }
      own = { at: began.toISOString(), why: outcome.why }
      if (now().getTime() - told < DAY_MS) return
      told = now().getTime()
      // In the words of the folder, where it could keep them: what the process printed may hold more than a person reads.
      await tell((await state()).failed?.why ?? outcome.why)
    },
  }
}

/** How the backups stand, for the holders of 0. */
export async function backupsAsTold(
  watch: Pick<NightWatch, 'state'>,
  { at, keep, passphrase }: Pick<Config['backups'], 'at' | 'keep' | 'passphrase'>,
  now: Date,
): Promise<Backups> {
  const { made, failed } = await watch.state()
  return {
    next_at: at === undefined ? null : nextAt(now, at).toISOString(),
    keep,
    sealed: passphrase !== undefined,
    made: made && { at: made.at, bytes: made.bytes, proven: made.proven === true },
    failed,
  }
}
