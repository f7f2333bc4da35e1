// `npm test`: every check there is, the quick ones first; what is slow is not begun when something quick has failed.
// With names only those parts: `test.mjs check`, `unit`, `pg`, `e2e`. Each installs and builds what it needs and is missing.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { installBrowser } from './browser.mjs'
import { build } from './build.mjs'
import { buildClientPackage } from './client-package.mjs'
import { install, root } from './install.mjs'

const reports = mkdtempSync(join(tmpdir(), 'test-reports-'))
const bin = (path) => join(root, 'node_modules', path)
const script = (name, ...args) => [join(root, '.scripts', name), ...args]
const outcomes = []

/** Side by side, since each of them mostly waits for one core; what they print is shown one after the other. */
async function check(checks) {
  await Promise.all(
    checks.map(async ([name, args]) => {
      const { status, printed } = await ran(args)
      console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name}`)
      if (printed.trim() !== '') console.log(printed)
      outcomes.push({ name, passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 })
    }),
  )
}

function ran(args) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (printed += piece))
  return new Promise((done) => child.on('close', (status) => done({ status, printed })))
}

function tests(name, cwd, { config = 'vitest.config.ts', project } = {}) {
  console.log(`\n${name}`)
  const report = join(reports, `${outcomes.length}.json`)
  const args = [
    'run',
    '--config',
    config,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  if (project) args.push('--project', project)
  const { status } = spawnSync(process.execPath, [bin('vitest/vitest.mjs'), ...args], {
    cwd: join(root, cwd),
    stdio: 'inherit',
  })
  outcomes.push({ name, ...counts(report, status) })
}

/** A run that ended badly counts as failed even when it could not say which test did. */
function counts(report, status) {
  try {
    const { numPassedTests, numFailedTests, numFailedTestSuites, testResults } = JSON.parse(
      readFileSync(report, 'utf8'),
    )
    const failed = Math.max(numFailedTests, numFailedTests === 0 ? numFailedTestSuites : 0)
    const failures = testResults.flatMap(failuresOf)
    // What is judged after the tests, such as the statements of the server, is no test's.
    if (status !== 0 && failures.length === 0)
      failures.push('No test failed, but the run did: it says above why.')
    return { passed: numPassedTests, failed: status === 0 ? failed : Math.max(failed, 1), failures }
  } catch (error) {
    console.error(error)
    return { passed: 0, failed: 1 }
  }
}

/** What failed in a file, and where: said again at the end, since a long run's own words are far above. */
function failuresOf({ name, status, message, assertionResults }) {
  const file = relative(root, name)
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (failed.length === 0) return status === 'failed' ? [`${file}: ${message}`] : []
  return failed.map(({ fullName, failureMessages }) => {
    const lines = failureMessages.join('\n').split('\n')
    const said = lines.filter((line) => !/^\s+at .*node_modules/.test(line)).slice(0, 12)
    return `${file}: ${fullName}\n${said.map((line) => `    ${line}`).join('\n')}`
  })
}

const parts = {
  check: () =>
    check([
      ['lint', [bin('oxlint/bin/oxlint'), '--type-aware', '--max-warnings', '0']],
      ['types', [bin('typescript/bin/tsc'), '-b']],
      ['formatting', [bin('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.']],
      ['arrows', script('arrows.mjs')],
      ['citations', script('citations.mjs')],
      ['vocabulary', script('vocabulary.mjs')],
      ['promises', script('promises.mjs')],
      ['lock file', script('lock-file.mjs')],
      ['notices', script('notices.mjs')],
      ['rules off', script('rules-off.mjs', '--fits')],
    ]),
  unit: () => {
    tests('sync-protocol: unit and property tests', 'sync-protocol')
    tests('api: unit tests', 'api', { project: 'api' })
    tests('web: unit and property tests, the fleet', 'web')
  },
  pg: () => tests('api: tests on a real PostgreSQL', 'api', { project: 'api-postgres' }),
  e2e: async () => {
    installBrowser()
    build()
    buildClientPackage()
    await check([['first load', script('web-size.mjs')]])
    tests('end to end in Chromium', 'web', { config: 'e2e/vitest.config.ts' })
  },
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0)
  throw new Error(`There is no part ${unknown.join(', ')}: ${Object.keys(parts).join(', ')}.`)

install()
for (const [name, run] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  await run()
  if (outcomes.some(({ failed }) => failed > 0)) break
}
rmSync(reports, { recursive: true })

console.log('')
const total = { passed: 0, failed: 0 }
for (const { name, passed, failed, failures = [] } of outcomes) {
  total.passed += passed
  total.failed += failed
  console.log(`${failed === 0 ? 'ok    ' : 'FAILED'} ${name}: ${passed} passed, ${failed} failed`)
  for (const failure of failures) console.log(`  ${failure}`)
}
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1
