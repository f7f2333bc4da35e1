import type { Backups as BackupsOfServer } from 'sync-protocol/wire/backups'
import { Banner } from '../../ui/banner.tsx'
import { formatBytes, formatDateTime } from '../../ui/format.ts'
import { organizationText as text } from './organization-text.ts'

interface BackupsProps {
  backups: BackupsOfServer
  timeZone: string
}

/** How the server's backups stand: a failure first, then the last one that was made. */
export function Backups({ backups: { made, failed, next_at, keep }, timeZone }: BackupsProps) {
  const at = (moment: string) => formatDateTime(moment, timeZone)
  return (
    <section className="organization-setting stack-tight" aria-labelledby="backups">
      <h2 className="title-2" id="backups">
        {text.backups}
      </h2>
      {failed !== null && (
        <Banner kind="harm" title={text.backupFailed(at(failed.at))}>
          {text.backupTell(failed.why)}
        </Banner>
      )}
      <p>
        {made === null
          ? text.backupNone
          : `${text.backupMade(at(made.at), formatBytes(made.bytes))} ${made.proven ? text.backupProven : text.backupNotProven}`}
      </p>
      {next_at === null ? (
        <Banner kind="attention">{text.backupsOff}</Banner>
      ) : (
        <p className="quiet">
          {text.backupsNightly(keep)} {text.backupNext(at(next_at))}
        </p>
      )}
    </section>
  )
}
