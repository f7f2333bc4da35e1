// `npm run remove-demonstration`: the demonstration clinic goes, with everything that is in it.
import { runApi } from './run-api.mjs'

runApi('accounts/remove-demonstration-command.js')
