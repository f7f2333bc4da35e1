// Checks the arrows between the parts; a run that read no modules is a failure, not a pass.
import { createRequire } from 'node:module'

const LEAST_MODULES = 100
const require = createRequire(import.meta.url)

// dependency-cruiser hands every file to swc as .ts; JSX must be asked for by name, and before it imports swc.
const swc = require('@swc/core')
const { parseFileSync } = swc
swc.parseFileSync = (file, options) => parseFileSync(file, { ...options, tsx: file.endsWith('.tsx') })
const { cruise } = await import('dependency-cruiser')

const { forbidden, options } = require('../.dependency-cruiser.cjs')
const { output } = await cruise(['sync-protocol/src', 'api/src', 'web/src'], {
  ...options,
  validate: true,
  ruleSet: { forbidden },
})
for (const { rule, from, to, cycle } of output.summary.violations) {
  console.error(`${rule.name}: ${from} -> ${cycle ? cycle.map((step) => step.name).join(' -> ') : to}`)
}
console.log(
  `arrows: ${output.summary.totalCruised} modules, ${output.summary.violations.length} wrong arrows`,
)
if (output.summary.totalCruised < LEAST_MODULES) {
  console.error(`Fewer than ${LEAST_MODULES} modules were read: TypeScript is not being read.`)
  process.exit(1)
}
process.exitCode = output.summary.violations.length === 0 ? 0 : 1
