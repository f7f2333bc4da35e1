import { CannotStart } from '../../cannot-start.ts'
import { readConfig } from '../../config.ts'
import { withEnvFile } from '../../env-file.ts'
import { singleConnection } from '../connect.ts'
import { withDatabaseUrl } from '../reach-database.ts'
import { beginEpoch } from './begin-epoch.ts'
import { operatorText } from './operator-text.ts'
import { runCommand } from './run-command.ts'

await runCommand(async (args) => {
  if (args.length > 0) throw new CannotStart('Usage: npm run new-history')
  return withDatabaseUrl(readConfig(withEnvFile(process.env)), async (url) => {
    const pool = singleConnection(url)
    try {
      const { endsAt, epoch, ledgers } = await beginEpoch(pool, new Date())
      return [operatorText.begun(endsAt, epoch), ...ledgers.map(operatorText.ledger)].join('\n')
    } finally {
      await pool.end()
    }
  })
})
