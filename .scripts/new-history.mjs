// `npm run new-history`: after the database was put back by another way than `npm run restore`.
import { runApi } from './run-api.mjs'

runApi('database/backup/new-history-command.js')
