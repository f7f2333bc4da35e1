// Three API processes of the build on one database, and HAProxy in front of them: each request goes to whichever is next.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../install.mjs'
import { until } from './cluster.mjs'
import { ended, freePort, run } from './programs.mjs'

const PROCESSES = 3

/** `more`: further settings of the servers. */
export async function startServers({ folder, haproxy, url, directUrl, more = {} }) {
  const data = join(folder, 'data')
  mkdirSync(data)
  const env = {
    ...process.env,
    ENV_FILE: 'off',
    HOST: '127.0.0.1',
    DATA_DIR: data,
    DATABASE_POOLER: 'transaction',
    DATABASE_URL: url,
    DATABASE_DIRECT_URL: directUrl,
    REGISTRATION: 'open',
    BACKUP_AT: 'off',
    DEMO_RESET_AT: 'off',
    ...more,
  }
  const servers = []
  // One after the other: the first migrates, and makes the secrets that the others share.
  for (let nth = 1; nth <= PROCESSES; nth++) {
    const port = await freePort()
    const log = join(folder, `api-${nth}.log`)
    const args = ['--max-semi-space-size=64', join(root, 'api/dist/main.js')]
    const child = run(process.execPath, args, log, { env: { ...env, PORT: String(port) } })
    const server = { nth, url: `http://127.0.0.1:${port}`, port, child, log }
    servers.push(server)
    await until(`API process ${nth}`, () => {
      if (child.exitCode !== null) throw new Error(readFileSync(log, 'utf8').trim())
      return isReady(server)
    })
  }
  const port = await freePort()
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(
    file,
    [
      'defaults',
      '  mode http',
      '  timeout connect 2s',
      '  timeout client 60s',
      '  timeout server 60s',
      // An event is a small piece, which HAProxy would keep for 200 ms in case more follows.
      '  option http-no-delay',
      '  option redispatch',
      '  retries 2',
      'frontend tablets',
      `  bind 127.0.0.1:${port}`,
      '  default_backend api',
      'backend api',
      '  balance roundrobin',
      '  option httpchk GET /readyz',
      '  default-server check inter 1s fall 2 rise 1',
      ...servers.map((server) => `  server api${server.nth} 127.0.0.1:${server.port}`),
      '',
    ].join('\n'),
  )
  const balancer = run(haproxy, ['-f', file, '-db'], join(folder, 'haproxy.log'))
  const front = `http://127.0.0.1:${port}`
  await until('HAProxy', async () => (await fetch(`${front}/livez`)).ok)
  return {
    url: front,
    servers,
    env,
    ready: (ms) =>
      Promise.all(
        servers.map((server) => until(`API process ${server.nth} is ready`, () => isReady(server), ms)),
      ),
    /** Those that ended by themselves. */
    gone: () => servers.filter(({ child }) => child.exitCode !== null || child.signalCode !== null),
    async stop() {
      for (const { child } of servers) child.kill('SIGTERM')
      await Promise.all(servers.map(({ child }) => ended(child)))
      balancer.kill('SIGKILL')
    },
  }
}

const isReady = async ({ url }) => (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) })).ok

/** A stream of one process, which stays open: the place that it was told of last. */
export function listen(server, token) {
  const told = { head: -1, epoch: '', opened: 0 }
  const ending = new AbortController()
  const open = async () => {
    const response = await fetch(`${server.url}/sync/events`, {
      headers: { authorization: token, accept: 'text/event-stream' },
      signal: ending.signal,
    })
    if (!response.ok) throw new Error(`The stream is refused: ${response.status}`)
    told.opened++
    const decoder = new TextDecoder()
    let text = ''
    for await (const piece of response.body) {
      const blocks = (text + decoder.decode(piece, { stream: true })).split('\n\n')
      text = blocks.pop()
      for (const block of blocks) {
        const data = /^event: change\ndata: (.*)$/m.exec(block)?.[1]
        if (data !== undefined) Object.assign(told, JSON.parse(data))
      }
    }
  }
  const keep = async () => {
    while (!ending.signal.aborted) {
      await open().catch(() => undefined)
      if (!ending.signal.aborted) await new Promise((again) => setTimeout(again, 500))
    }
  }
  void keep()
  return { told, stop: () => ending.abort() }
}
