// Prints how long the source files are: the median, the ninth tenth, and the longest. It only prints.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { encoding: 'utf8' }).trim().split('\n')
const isTest = (file) => /\.(test|spec|bench)\.tsx?$/.test(file)
for (const { name, wanted } of [
  { name: 'sources', wanted: files.filter((file) => !isTest(file)) },
  { name: 'tests', wanted: files.filter(isTest) },
]) {
  const sizes = wanted
    .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length }))
    .sort((a, b) => a.lines - b.lines)
  const at = (part) => sizes[Math.floor(sizes.length * part)]?.lines ?? 0
  console.log(`${name}: ${sizes.length} files, median ${at(0.5)} lines, nine in ten below ${at(0.9)}`)
  for (const { file, lines } of sizes.slice(-8).reverse()) console.log(`  ${lines}  ${file}`)
}
