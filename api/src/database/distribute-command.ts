import { CannotStart } from '../cannot-start.ts'
import { readConfig } from '../config.ts'
import { withEnvFile } from '../env-file.ts'
import { runCommand } from './backup/run-command.ts'
import { distribute } from './distribute.ts'
import { distributeText } from './distribute-text.ts'
import { assertOwnConnections } from './pooler.ts'
import { ownerOf } from './reach-database.ts'

await runCommand(async (args) => {
  if (args.length > 0) throw new CannotStart(distributeText.usage)
  const owner = ownerOf(readConfig(withEnvFile(process.env)))
  if (owner === undefined) throw new CannotStart(distributeText.embedded)
  // It migrates, under a lock that a pooler would keep.
  await assertOwnConnections(owner.url, { name: owner.name, most: 2, least: 1 })
  const { rows } = await distribute(owner.url)
  const counts = Object.values(rows)
  return distributeText.done(
    counts.reduce((sum, count) => sum + count, 0),
    counts.length,
  )
})
