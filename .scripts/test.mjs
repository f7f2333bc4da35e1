// `npm test`: installs what is missing, then every check there is, and says at the end how many passed and failed.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installBrowser } from './browser.mjs'
import { build } from './build.mjs'
import { buildClientPackage } from './client-package.mjs'
import { install, root } from './install.mjs'

install()
installBrowser()
build()
buildClientPackage()

const reports = mkdtempSync(join(tmpdir(), 'test-reports-'))
const bin = (path) => ({ program: process.execPath, first: [join(root, 'node_modules', path)] })
const outcomes = []

function check(name, { program, first }, args, cwd = '.') {
  const ran = spawnSync(program, [...first, ...args], { cwd: join(root, cwd), stdio: 'inherit' })
  outcomes.push({ name, passed: ran.status === 0 ? 1 : 0, failed: ran.status === 0 ? 0 : 1 })
}

function tests(name, cwd, config = 'vitest.config.ts') {
  console.log(`\n${name}`)
  const report = join(reports, `${outcomes.length}.json`)
  const { program, first } = bin('vitest/vitest.mjs')
  const args = [
    'run',
    '--config',
    config,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  const ran = spawnSync(program, [...first, ...args], { cwd: join(root, cwd), stdio: 'inherit' })
  outcomes.push({ name, ...counts(report, ran.status) })
}

/** A run that ended badly counts as failed even when it could not say which test did. */
function counts(report, status) {
  try {
    const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(readFileSync(report, 'utf8'))
    const failed = Math.max(numFailedTests, numFailedTests === 0 ? numFailedTestSuites : 0)
    return { passed: numPassedTests, failed: status === 0 ? failed : Math.max(failed, 1) }
  } catch (error) {
    console.error(error)
    return { passed: 0, failed: 1 }
  }
}

check('formatting', bin('prettier/bin/prettier.cjs'), ['--check', '--log-level', 'warn', '.'])
check('lint', bin('oxlint/bin/oxlint'), ['--type-aware', '--max-warnings', '0'])
check('types', bin('typescript/bin/tsc'), ['-b'])
check('arrows', { program: process.execPath, first: [] }, ['.scripts/arrows.mjs'])
check('citations', { program: process.execPath, first: [] }, ['.scripts/citations.mjs'])
check('promises', { program: process.execPath, first: [] }, ['.scripts/promises.mjs'])
check('lock file', { program: process.execPath, first: [] }, ['.scripts/lock-file.mjs'])
check('rules off', { program: process.execPath, first: [] }, ['.scripts/rules-off.mjs', '--fits'])
check('first load', { program: process.execPath, first: [] }, ['.scripts/web-size.mjs'])
tests('sync-protocol: unit and property tests', 'sync-protocol')
tests('api: unit tests and tests on a real PostgreSQL', 'api')
tests('web: unit and property tests, the fleet', 'web')
tests('end to end in Chromium', 'web', 'e2e/vitest.config.ts')
rmSync(reports, { recursive: true })

console.log('')
const total = { passed: 0, failed: 0 }
for (const { name, passed, failed } of outcomes) {
  total.passed += passed
  total.failed += failed
  console.log(`${failed === 0 ? 'ok    ' : 'FAILED'} ${name}: ${passed} passed, ${failed} failed`)
}
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)
