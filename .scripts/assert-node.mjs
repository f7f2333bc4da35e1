// What a clone and a release say before all else. Older Node.js reads this file too.
const oldestNode = [20, 19]

export function assertNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return
  fail(`This needs Node.js ${oldestNode.join('.')} or newer; this is ${process.versions.node}.`)
}

export function fail(message) {
  console.error(`\n${message}`)
  process.exit(1)
}
