// `npm run admin`: what whoever runs the server does for its clinics; without a command it says which there are.
import { runApi } from './run-api.mjs'

runApi('admin/admin-command.js')
