// `npm run restore FILE`: a backup into an empty database; `npm run restore -- --replace FILE` into any.
import { runApi } from './run-api.mjs'

runApi('database/backup/restore-command.js')
