// `npm run backup FILE`: all records of the configured database, as they are at this moment, in one file.
import { runApi } from './run-api.mjs'

runApi('database/backup/backup-command.js')
