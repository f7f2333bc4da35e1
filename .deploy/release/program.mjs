// What a release runs: `node program.mjs` is the server, `node program.mjs backup` one of its commands.
import { readFileSync } from 'node:fs'
import { assertNode, fail } from './assert-node.mjs'
import { stayWithNpm } from './stay-with-npm.mjs'

const COMMANDS = {
  start: 'main.js',
  admin: 'admin/admin-command.js',
  backup: 'database/backup/backup-command.js',
  restore: 'database/backup/restore-command.js',
  'new-history': 'database/backup/new-history-command.js',
  tls: 'certificates/tls-command.js',
  'remove-demonstration': 'accounts/remove-demonstration-command.js',
  distribute: 'database/distribute-command.js',
}

/** PostgreSQL and the hashing of passwords come as programs for one system. */
function assertPlatform() {
  const { os, cpu } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))
  if (os.includes(process.platform) && cpu.includes(process.arch)) return
  fail(`This release is for ${os} ${cpu}. Take the one for ${process.platform} ${process.arch}.`)
}

assertNode()
assertPlatform()
const [name = 'start'] = process.argv.splice(2, 1)
if (!Object.hasOwn(COMMANDS, name))
  fail(`There is no command "${name}"; there are ${Object.keys(COMMANDS).join(', ')}.`)
if (name === 'start') stayWithNpm()
// In this very process, so that whatever ends it ends the server.
await import(`./api/dist/${COMMANDS[name]}`).catch((error) => {
  const isBroken = ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND', 'ERR_DLOPEN_FAILED'].includes(error.code)
  fail(
    isBroken ? `A part of this program is missing. Unpack the release anew. ${error.message}` : error.stack,
  )
})
