import { CannotStart } from '../cannot-start.ts'
import { readConfig } from '../config.ts'
import { runCommand } from '../database/backup/run-command.ts'
import { singleConnection } from '../database/connect.ts'
import { withDatabaseUrl } from '../database/reach-database.ts'
import { queriesOn } from '../database/queries.ts'
import { withEnvFile } from '../env-file.ts'
import { demonstrationText } from './demonstration-text.ts'
import { removeDemonstration } from './demonstration-store.ts'

await runCommand(async (args) => {
  if (args.length > 0) throw new CannotStart('Usage: npm run remove-demonstration')
  return withDatabaseUrl(readConfig(withEnvFile(process.env)), async (url) => {
    const pool = singleConnection(url)
    try {
      const { rows: versions } = await pool.query<{ knows: boolean }>(
        "SELECT to_regproc('public.remove_demonstration') IS NOT NULL AS knows",
      )
      if (versions[0]?.knows !== true) throw new CannotStart(demonstrationText.tooOld)
      const rows = await queriesOn(pool)
        .selectFrom('organizations')
        .select(['org_id', 'name'])
        .where('demo', '=', true)
        .execute()
      const lines: string[] = []
      for (const { org_id, name } of rows) {
        const removed = await removeDemonstration(pool, org_id)
        if (removed !== undefined) lines.push(demonstrationText.removed(name, removed))
      }
      if (lines.length === 0) throw new CannotStart(demonstrationText.none)
      return lines.join('\n')
    } finally {
      await pool.end()
    }
  })
})
