// `npm run distribute`: splits the tables of a database with the extension Citus by the organization.
import { runApi } from './run-api.mjs'

runApi('database/distribute-command.js')
