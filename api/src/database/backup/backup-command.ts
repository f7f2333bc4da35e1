import { createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { CannotStart } from '../../cannot-start.ts'
import { readConfig } from '../../config.ts'
import { withDatabaseUrl } from '../reach-database.ts'
import { runCommand } from './run-command.ts'
import { writeBackup } from './write-backup.ts'

await runCommand(async ([name, ...rest], from) => {
  if (name === undefined || rest.length > 0) throw new CannotStart('Usage: npm run backup FILE')
  const file = resolve(from, name)
  if (await stat(file).catch(() => undefined)) {
    throw new CannotStart(`${file} already exists. Choose another name. A backup never overwrites another.`)
  }
  const unfinished = `${file}.unfinished-${process.pid}`
  try {
    const rows = await withDatabaseUrl(readConfig(process.env), (url) =>
      writeBackup(url, createWriteStream(unfinished, { mode: 0o600, flags: 'wx', flush: true }), new Date()),
    )
    await rename(unfinished, file)
    await syncFolder(dirname(file))
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
    return `Saved ${total} rows of ${Object.keys(rows).length} tables to ${file}. Keep a separate copy of secrets.json from the data folder.`
  } finally {
    await rm(unfinished, { force: true })
  }
})

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}
