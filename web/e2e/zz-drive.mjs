import { createServer } from 'node:http'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium } from 'playwright-core'
import { createServer as createServer$1 } from 'node:net'
import { randomUUID } from 'node:crypto'
// \0rolldown/runtime.js
var __defProp = Object.defineProperty
var __exportAll = (all, no_symbols) => {
  let target = {}
  for (var name in all)
    __defProp(target, name, {
      get: all[name],
      enumerable: true,
    })
  if (!no_symbols) __defProp(target, Symbol.toStringTag, { value: 'Module' })
  return target
}
// web/e2e/browser.ts
const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--remote-debugging-port=0',
]
/** A tablet: Chromium with a profile folder of its own, which outlives it. */
async function openTablet(options = {}) {
  const profile = options.profile ?? mkdtempSync(join(tmpdir(), 'e2e-tablet-'))
  const size = `--window-size=${options.width ?? 1180},${options.height ?? 820}`
  const child = spawn(
    'chromium',
    [...flags, size, ...(options.flags ?? []), `--user-data-dir=${profile}`, 'about:blank'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    },
  )
  const endpoint = await debuggingAddress(child)
  const browser = await chromium.connectOverCDP(endpoint)
  const context = browser.contexts()[0]
  if (!context) throw new Error('Chromium has no context.')
  const page = context.pages()[0] ?? (await context.newPage())
  await page.setViewportSize({
    width: options.width ?? 1180,
    height: options.height ?? 820,
  })
  page.setDefaultTimeout(3e4)
  const gone = once(child, 'exit')
  return {
    profile,
    context,
    page,
    kill: async () => {
      if (child.pid !== void 0) process.kill(-child.pid, 'SIGKILL')
      await gone
    },
    close: async () => {
      await browser.close()
      if (child.exitCode === null && child.signalCode === null && child.pid !== void 0) {
        process.kill(-child.pid, 'SIGTERM')
        await gone
      }
    },
  }
}
function debuggingAddress(child) {
  return new Promise((found, failed) => {
    let said = ''
    child.stderr?.on('data', (chunk) => {
      said += chunk.toString()
      const address = /DevTools listening on (ws:\S+)/.exec(said)?.[1]
      if (address) found(address)
    })
    child.once('exit', () => failed(/* @__PURE__ */ new Error(`Chromium ended:\n${said}`)))
    child.once('error', failed)
  })
}
// web/e2e/server.ts
const repository = resolve(import.meta.dirname, '../..')
async function freePort() {
  const probe = createServer$1().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('No port was given.')
  return address.port
}
/** Names a data folder as the server's first start leaves it, which other servers may begin with. */
const FIRST_START = 'E2E_FIRST_START'
/** A new data folder: of a server with no settings a copy of the first start's, which saves making a database each time. */
function newDataFolder(env) {
  const folder = mkdtempSync(join(tmpdir(), 'e2e-data-'))
  const first = process.env[FIRST_START]
  if (first !== void 0 && Object.keys(env).length === 0) execFileSync('cp', ['-a', `${first}/.`, folder])
  return folder
}
/** A real server on a data folder of its own, from the build under `root`; ready when this resolves. */
async function startServer(env = {}, host = '127.0.0.1', root = repository) {
  const main = join(root, 'api/dist/main.js')
  const port = await freePort()
  const dataFolder = env['DATA_DIR'] ?? newDataFolder(env)
  let child
  let said = ''
  const secure = env['TLS_CERT'] !== void 0
  async function start() {
    child = spawn(process.execPath, [main], {
      env: {
        ...process.env,
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: dataFolder,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    await new Promise((ready, failed) => {
      const listen = (chunk) => {
        said += chunk.toString()
        if (said.includes('is ready at')) ready()
      }
      child.stdout?.on('data', listen)
      child.stderr?.on('data', listen)
      child.once('exit', (code) =>
        failed(/* @__PURE__ */ new Error(`The server ended with ${code}:\n${said}`)),
      )
    })
  }
  async function end(signal) {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  await start()
  return {
    url: `${secure ? 'https' : 'http'}://${host}:${port}`,
    port,
    pid: () => child.pid ?? 0,
    dataFolder,
    output: () => said,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    restart: async () => {
      said = ''
      await start()
    },
  }
}
/** The demonstration clinic's one password. */
const demonstrationPassword = (server) =>
  readFileSync(join(server.dataFolder, 'demonstration-password.txt'), 'utf8').trim()
// web/e2e/steps.ts
var steps_exports = /* @__PURE__ */ __exportAll({
  buildSheet: () => buildSheet,
  choose: () => choose,
  closeAndSave: () => closeAndSave,
  generate: () => generate,
  logOut: () => logOut,
  openExport: () => openExport,
  readyForOffline: () => readyForOffline,
  saveNextPatient: () => saveNextPatient,
  serverIsBack: () => serverIsBack,
  signIn: () => signIn,
  syncSays: () => syncSays,
  workerControls: () => workerControls,
})
async function signIn(page, url, email, password) {
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'LOG IN' }).click()
  await page.waitForURL(`${url}/`)
}
/** The words of the sync mark in the navigation bar. */
async function syncSays(page, words, withinMs = 3e4) {
  const name = typeof words === 'string' ? `Sync: ${words}` : words
  await page.getByRole('button', { name }).waitFor({ timeout: withinMs })
}
/** Ready to work without a network: the library is here, and the app is kept by the service worker. */
async function readyForOffline(page) {
  await syncSays(page, 'All sent')
  await workerControls(page)
}
/** The app is kept by the service worker. */
async function workerControls(page) {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}
async function choose(page, picker, record) {
  await page.getByRole('button', { name: new RegExp(`^${picker}`) }).click()
  await page.getByRole('dialog').getByRole('searchbox').fill(record)
  await page
    .getByRole('dialog')
    .locator('.picker-row', { has: page.getByText(record, { exact: true }) })
    .click()
}
/** Builds a canine sheet on /new-sheet. */
async function buildSheet(page, patient) {
  await page.getByRole('button', { name: /^Species: Not selected/ }).click()
  await page.getByRole('button', { name: /^Species: Canine/ }).waitFor()
  await choose(page, 'Procedure', patient.procedure)
  await choose(page, 'Anesthesia Protocol', patient.protocol)
  await page
    .getByRole('dialog')
    .getByRole('button', {
      name: 'ADD',
      exact: true,
    })
    .click()
  await page.getByLabel('Patient Name').fill(patient.name)
  await page.getByLabel('Patient Weight').fill(patient.weight)
  const unit = page.getByRole('button', { name: /^Weight Units/ })
  while (!(await unit.textContent())?.includes(patient.unit)) await unit.click()
}
/** From EXPORT to the open export window, without an emergency protocol. */
async function openExport(page) {
  await page
    .getByRole('button', {
      name: 'EXPORT',
      exact: true,
    })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'NO' }).click()
  await page.getByRole('dialog', { name: 'Saved Anesthesia Sheet' }).waitFor()
}
/** Makes a file in the open export window; gives its path on this machine and its name. */
async function generate(page, format) {
  const dialog = page.getByRole('dialog')
  const select = dialog.getByRole('button', { name: /Select Format/ })
  if (!(await select.textContent())?.includes(format)) {
    await select.click()
    await page
      .getByRole('option', {
        name: format,
        exact: true,
      })
      .click()
  }
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'GENERATE' }).click(),
  ])
  const name = download.suggestedFilename()
  const path = join(mkdtempSync(join(tmpdir(), 'e2e-file-')), name)
  await download.saveAs(path)
  return {
    path,
    name,
  }
}
/** Closes the export window and answers 'Save Anesthesia Sheet?'. */
async function closeAndSave(page, answer) {
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  const question = page.getByRole('alertdialog', { name: 'Save Anesthesia Sheet?' })
  await question.getByRole('button', { name: answer }).click()
  await question.waitFor({ state: 'hidden' })
}
/** LOG OUT, wherever the page is; what is unsent stays. */
async function logOut(page, url) {
  await page.goto(`${url}/`)
  await page.getByRole('button', { name: 'LOG OUT' }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'YES' }).click()
  await page.waitForURL(`${url}/login`)
}
/** The browser's own word that there is a network again, which ends the tablet's wait. */
async function serverIsBack(page) {
  await page.evaluate(() => dispatchEvent(new Event('online')))
}
/** The next patient with the same protocol, from a saved sheet to a saved sheet. */
async function saveNextPatient(page, name, procedure) {
  await page.getByRole('button', { name: 'NEXT PATIENT' }).click()
  await choose(page, 'Procedure', procedure)
  await page.getByLabel('Patient Name').fill(name)
  await page.getByLabel('Patient Weight').fill('10')
  await openExport(page)
  await closeAndSave(page, 'YES')
}
// web/e2e/api-client.ts
/** A client of the server's own calls, to prepare what a test needs and to see what the server has. */
async function signInToApi(url, email, password) {
  async function call(method, path, body, token) {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(body === void 0 ? {} : { 'content-type': 'application/json' }),
        ...(token === void 0 ? {} : { authorization: token }),
      },
      ...(body === void 0 ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return await response.json()
  }
  const { token, user } = await call('POST', '/user/login', {
    email,
    password,
  })
  const device = randomUUID()
  const lane = randomUUID()
  const { epoch } = await call(
    'POST',
    '/sync/devices',
    {
      protocol: 1,
      device,
      lane,
      block: 0,
    },
    token,
  )
  let n = 0
  return {
    user,
    token,
    get: (path) => call('GET', path, void 0, token),
    post: (path, body) => call('POST', path, body, token),
    async push(action, ops, at = /* @__PURE__ */ new Date(), expected = 'applied') {
      const mutation = {
        n: ++n,
        id: randomUUID(),
        at: at.toISOString(),
        clock_offset_ms: 0,
        schema: 1,
        action,
        detail: null,
        ops,
      }
      const reply = await call(
        'POST',
        '/sync/push',
        {
          protocol: 1,
          epoch,
          device,
          lane,
          sent_at: mutation.at,
          mutations: [mutation],
        },
        token,
      )
      if (reply.results[0]?.status !== expected)
        throw new Error(`Not ${expected}: ${JSON.stringify(reply.results)}`)
    },
    /** Every record of the organization that lives. */
    async records(collection) {
      const found = []
      for (let cursor = 0, more = true; more;) {
        const page = await call('GET', `/sync/pull?protocol=1&cursor=${cursor}&limit=1000`, void 0, token)
        found.push(...page.changes)
        cursor = page.cursor
        more = page.more
      }
      return found.filter((record) => record.collection === collection && !record.deleted)
    },
  }
}
// web/e2e/zz-drive.ts
const server = await startServer({ DATA_DIR: '/tmp/rev/data' })
const password = demonstrationPassword(server)
const G = {
  server,
  password,
  url: server.url,
  steps: steps_exports,
  signInToApi,
  openTablet,
  errors: [],
}
for (const k of ['A', 'B']) {
  const t = await openTablet()
  G['t' + k] = t
  G[k] = t.page
  t.page.setDefaultTimeout(8e3)
  t.page.on('console', (m) => {
    if (m.type() === 'error' || m.type() === 'warning') G.errors.push(k + ': ' + m.text())
  })
  t.page.on('pageerror', (e) => G.errors.push(k + ' PAGEERROR: ' + e.message))
}
G.shot = (p, n) => p.screenshot({ path: `/tmp/rev/${n}.png` })
G.text = async (p, sel = 'body') => await p.locator(sel).first().innerText()
G.in = (p, who) => signIn(p, server.url, who + '@demo.test', password)
const AF = Object.getPrototypeOf(async () => {}).constructor
createServer((q, r) => {
  let body = ''
  q.on('data', (c) => (body += c))
  q.on('end', async () => {
    try {
      const out = await new AF('G', `with(G){ return (async()=>{ ${body}\n })() }`)(G)
      r.end(
        (typeof out === 'string' ? out : (JSON.stringify(out, null, 1) ?? 'undefined')) +
          (G.errors.length ? '\nERRORS ' + G.errors.splice(0).join('\n') : '') +
          '\n',
      )
    } catch (e) {
      r.end('THROWN ' + e.message + '\n')
    }
  })
}).listen(4999)
console.log('ready', server.url, password)
export {}
