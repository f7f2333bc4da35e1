// `npm run tls`: makes the server's own certificates, or shows them, and how tablets get to trust them.
import { runApi } from './run-api.mjs'

runApi('certificates/tls-command.js')
