import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTablet, type Tablet } from './browser.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { freePort } from './server.ts'
import { signIn } from './steps.ts'

const repository = resolve(import.meta.dirname, '../..')
const made = mkdtempSync(join(tmpdir(), 'e2e-release-'))
const program = mkdtempSync(join(tmpdir(), 'e2e-program-'))
const data = mkdtempSync(join(tmpdir(), 'e2e-release-data-'))

/** Whom a start by root lends the program, so that it may write nowhere else; everybody else has a folder that is read-only. */
const other = otherUser()
let tablet: Tablet
let server: ChildProcess
let url: string
picturesOfFailures(() => tablet)

function otherUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** Nothing of the checkout or of its settings reaches it. */
const surroundings = () => ({
  PATH: process.env['PATH'],
  HOME: data,
  DATA_DIR: data,
  DEMO: 'library',
  HOST: '127.0.0.1',
  PORT: new URL(url).port,
})

function run(words: string[], env: Record<string, string> = {}) {
  const ran = spawnSync('npm', ['run', '--silent', ...words], {
    cwd: program,
    env: { ...surroundings(), ...env },
    encoding: 'utf8',
    ...other,
  })
  return { status: ran.status, said: `${ran.stdout}${ran.stderr}`.trim() }
}

beforeAll(async () => {
  execFileSync(process.execPath, [join(repository, '.scripts/release.mjs'), made])
  url = `http://127.0.0.1:${await freePort()}`
  tablet = await openTablet({ isNew: true })
  const file = readdirSync(made).find((name) => name.endsWith('.tgz')) ?? ''
  execFileSync('tar', ['xzf', join(made, file), '-C', program, '--strip-components=1'])
  execFileSync('chmod', ['-R', 'a-w,a+rX', program])
  // The folder of a test run is closed to others.
  execFileSync('chmod', ['a+x', tmpdir()])
  chmodSync(data, 0o700)
  if (other.uid !== undefined && other.gid !== undefined) chownSync(data, other.uid, other.gid)
}, 300_000)
afterAll(async () => {
  await tablet.close()
  if (server.exitCode === null) {
    const gone = once(server, 'exit')
    server.kill('SIGTERM')
    await gone
  }
  execFileSync('chmod', ['-R', 'u+w', program])
  for (const folder of [made, program, data])
    rmSync(folder, { recursive: true, maxRetries: 20, retryDelay: 100 })
})

test('a release carries all that it needs: from the file to a login, by a user who may write nowhere but in DATA_DIR', async () => {
  const files = readdirSync(program, { recursive: true, encoding: 'utf8' })
  expect(
    files.filter((path) => /\.[cm]?tsx?$|node_modules\/(typescript|vite|rolldown|react)\//.test(path)),
  ).toEqual([])
  expect(Number(execFileSync('du', ['-sm', program], { encoding: 'utf8' }).split('\t')[0])).toBeLessThan(150)
  server = spawn('npm', ['start', '--silent'], {
    cwd: program,
    env: surroundings(),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...other,
  })
  let said = ''
  let complained = ''
  server.stdout?.on('data', (piece: Buffer) => (said += piece.toString()))
  server.stderr?.on('data', (piece: Buffer) => (complained += piece.toString()))
  await expect.poll(() => `${said}${complained}`, { timeout: 90_000 }).toContain(`is ready at ${url}`)
  const password = readFileSync(join(data, 'demonstration-password.txt'), 'utf8').trim()
  const { page } = tablet
  await signIn(page, url, 'lead@demo.test', password)
  await page.getByRole('link', { name: /^Create New Anesthesia Sheet/ }).waitFor()
  expect(complained).toBe('')
  expect(said).not.toMatch(/warn/i)

  await page.goto(`${url}/documentation`)
  await page.locator('.opblock-summary-path').first().waitFor()
  await page.goto(`${url}/help/licenses`)
  await page.locator('.help-notices').waitFor()
})

test('each command of a release works beside the server, under its own name', () => {
  const backup = join(data, 'all.backup')
  const words: [string[], number, RegExp][] = [
    [['admin', 'clinics'], 0, /demonstration/],
    [['backup', backup], 0, /all\.backup/],
    [['verify-ledger', backup], 0, /Whole: 0 entries, verified/],
    [['restore', '--', '--replace', backup], 0, /^Restored \d+ rows .* \(history /],
    [['new-history'], 0, /history/i],
    [['tls'], 0, /fingerprint/i],
    [['remove-demonstration'], 0, /demonstration/i],
    // Without Citus it can only refuse.
    [['distribute'], 1, /^The embedded database cannot be distributed\./],
  ]
  expect(words.map(([typed]) => [typed, run(typed)])).toEqual(
    words.map(([typed, status, said]) => [typed, { status, said: expect.stringMatching(said) as unknown }]),
  )
})

test('each command of the page on operating is there, but for those that make something of the sources', () => {
  const page = readFileSync(join(repository, '.docs/operating.md'), 'utf8')
  const named = new Set([...page.matchAll(/npm run ([a-z][a-z-]*)/g)].map(([, name]) => name))
  const { scripts } = JSON.parse(readFileSync(join(program, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const missing = [...named].filter((name) => name === undefined || !(name in scripts))
  expect(new Set(missing)).toEqual(new Set(['client-package', 'release']))
})

test('what cannot be ends in one sentence that says what to do', () => {
  const closed = join(program, 'data')
  expect(run(['start'], { DATA_DIR: closed })).toEqual({
    status: 1,
    said: `The data folder ${closed} cannot be used. This user may not write there. Give it the folder, or set DATA_DIR to another one.`,
  })
  const { status, stderr } = spawnSync(process.execPath, [join(program, 'program.mjs'), 'bakup'], {
    encoding: 'utf8',
  })
  expect([status, stderr.trim()]).toEqual([
    1,
    'There is no command "bakup"; there are start, admin, backup, restore, new-history, tls, remove-demonstration, distribute.',
  ])
})
