// Ends with 0 while the server on this computer answers, for whoever restarts it when it does not. It looks at PORT as the server does.
import { get as plain } from 'node:http'
import { get as secure } from 'node:https'

const port = process.env.PORT || 3000
const statusOf = (get, options = {}) =>
  new Promise((resolve) => {
    const asked = get({ host: '127.0.0.1', port, path: '/livez', timeout: 5000, ...options }, (reply) => {
      reply.resume()
      resolve(reply.statusCode)
    })
    asked.on('timeout', () => asked.destroy())
    asked.on('error', () => resolve(0))
  })

// Its own certificate names the clinic's address and not this one; nothing is told to whoever answers.
const answers =
  (await statusOf(plain)) === 200 || (await statusOf(secure, { rejectUnauthorized: false })) === 200
process.exit(answers ? 0 : 1)
