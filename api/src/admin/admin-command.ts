import { ProtocolError } from 'sync-protocol/wire/errors'
import { CannotStart } from '../cannot-start.ts'
import { readConfig, type Config } from '../config.ts'
import { runCommand } from '../database/backup/run-command.ts'
import { connect } from '../database/connect.ts'
import { withDatabaseUrl } from '../database/reach-database.ts'
import { withEnvFile } from '../env-file.ts'
import {
  clinics,
  createUser,
  maximumUsers,
  resetDemonstrationNow,
  resetPassword,
  revokeTablet,
  tablets,
  users,
  type Operation,
} from './admin-commands.ts'
import { adminText as text } from './admin-text.ts'
import { doctorText } from './doctor-text.ts'
import { examine } from './doctor.ts'

type Command = (operation: Operation, ...words: string[]) => Promise<string[]>

/** By name, with how many words each takes. */
const COMMANDS: Readonly<Record<string, readonly [number, Command]>> = {
  clinics: [0, clinics],
  users: [1, users],
  'reset-password': [1, resetPassword],
  'create-user': [4, createUser],
  'maximum-users': [2, maximumUsers],
  tablets: [1, tablets],
  'revoke-tablet': [2, revokeTablet],
  'reset-demonstration': [0, resetDemonstrationNow],
}

await runCommand(async ([name = '', ...words]) => {
  const config = readConfig(withEnvFile(process.env))
  if (name === 'doctor' && words.length === 0) return diagnosis(config)
  const [takes, command] = Object.hasOwn(COMMANDS, name) ? COMMANDS[name]! : []
  if (command === undefined || words.length !== takes) throw new CannotStart(text.usage)
  return withDatabaseUrl(config, async (url) => {
    const database = connect(url, { pool: 2, pipeline: 1 })
    try {
      return (await command({ database, config, now: new Date() }, ...words)).join('\n')
    } catch (error) {
      // Said to people of the clinic in the same words.
      if (error instanceof ProtocolError) throw new CannotStart(error.message, { cause: error })
      throw error
    } finally {
      await database.close()
    }
  })
})

async function diagnosis(config: Config): Promise<string> {
  const findings = await withDatabaseUrl(config, (url) => examine(config, url, () => new Date()))
  const lines = findings.map(({ level, line }) => `${doctorText.mark[level]}${line}`)
  const wrong = findings.filter(({ level }) => level === 'bad').length
  if (wrong > 0) throw new CannotStart([...lines, doctorText.notWell(wrong)].join('\n'))
  return [...lines, doctorText.well].join('\n')
}
