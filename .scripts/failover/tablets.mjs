// The clinics of the proof with their people, and the process in which their tablets run.
import { fork } from 'node:child_process'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { bundle } from '../bundle.mjs'

const CLINICS = 2
/** Of each clinic; they share its tablets evenly. */
const PEOPLE = 5
const PASSWORD = 'failover-of-a-primary-1'

async function call(url, path, body, token) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: token }) }
  const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const said = await answer.json()
  if (!answer.ok || said.success !== true)
    throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(said)}`)
  return said
}

/** Clinics with their people; each with the token of one of them. `direct`: not through the balancer, whom nobody trusts. */
export async function foundClinics(direct) {
  const clinics = []
  for (let nth = 1; nth <= CLINICS; nth++) {
    const emails = Array.from({ length: PEOPLE }, (_, one) => `person${one}@clinic${nth}.test`)
    const [lead, ...others] = emails
    const secret = { password: PASSWORD, confirm_password: PASSWORD }
    const org = { org_name: `Clinic ${nth}`, time_zone: 'America/Chicago', library: 'empty' }
    await call(direct, '/user/register', { name: `Person 0 of ${nth}`, email: lead, ...secret, ...org })
    const { token, user } = await call(direct, '/user/login', { email: lead, password: PASSWORD })
    for (const [index, email] of others.entries())
      await call(
        direct,
        '/organization/users/create',
        { name: `Person ${index + 1} of ${nth}`, email, ...secret, org_perms: [1, 2] },
        token,
      )
    clinics.push({ org: user.org_id, token, emails })
  }
  return clinics
}

/** Whose tablet each is: the clinics' in turn. */
export const peopleOf = (clinics, tablets) =>
  Array.from({ length: tablets }, (_, nth) => {
    const { emails } = clinics[nth % clinics.length]
    return { email: emails[Math.floor(nth / clinics.length) % emails.length], password: PASSWORD }
  })

/** The process; each of its tasks as a function. */
export async function startFleet(folder) {
  const program = await bundle('.scripts/failover/fleet.mjs', folder)
  const out = openSync(join(folder, 'tablets.log'), 'a')
  const child = fork(program, [], {
    execArgv: ['--max-semi-space-size=32'],
    stdio: ['ignore', out, out, 'ipc'],
  })
  process.on('exit', () => child.kill('SIGKILL'))
  const waiting = new Map()
  let asked = 0
  child.on('message', ({ nth, value, error }) => {
    const { done, broke } = waiting.get(nth)
    waiting.delete(nth)
    if (error === undefined) done(value)
    else broke(new Error(error))
  })
  child.on('exit', (code) => {
    for (const { broke } of waiting.values()) broke(new Error(`The tablets ended with ${code}.`))
  })
  return {
    do: (task, given) =>
      new Promise((done, broke) => {
        waiting.set(++asked, { done, broke })
        child.send({ nth: asked, task, given })
      }),
    end: () => child.disconnect(),
  }
}
