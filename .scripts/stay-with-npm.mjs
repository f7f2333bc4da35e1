import { readFileSync } from 'node:fs'

const everyMs = 250

/**
 * Ends this process when the npm that runs it is gone. npm puts a shell between itself and a script; the shell dies of a
 * signal without passing it on, and outlives an npm that was killed outright. A server that nobody can stop must not stay.
 */
export function stayWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return
  const born = ancestors()
  setInterval(() => {
    if (ancestors() !== born) process.kill(process.pid, 'SIGTERM')
  }, everyMs).unref()
}

/** Our parent and, where that is npm's shell, npm. Whoever started npm may go. */
function ancestors() {
  const parent = process.ppid
  const [, name, grandparent] = /\((.*)\) \S (\d+)/s.exec(statusOf(parent)) ?? []
  return /^(da|ba|z|a|k)?sh$/.test(name) ? `${parent} ${grandparent}` : `${parent}`
}

/** Empty where the system has no /proc; the parent alone is watched then. */
function statusOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return ''
  }
}
