// `npm start`: installs and builds what is missing, then is the server.
import { fail, install } from './install.mjs'
import { build } from './build.mjs'
import { stayWithNpm } from './stay-with-npm.mjs'

install()
build()
stayWithNpm()
// In this very process, so that whatever ends it ends the server.
await import('../api/dist/main.js').catch((error) => fail(error.stack))
