// `npm run backup`: a backup in the folder of backups, proven by a restore. `npm run backup FILE`: into one file.
import { runApi } from './run-api.mjs'

runApi('database/backup/backup-command.js')
