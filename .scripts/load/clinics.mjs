// The clinics of the load: each tablet has its sign-in, its stream of events and its lane.
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'

const PASSWORD = 'load-of-many-clinics-1'
/** So many sign-ins at once: hashing a password takes a processor. */
const AT_ONCE = 8
const agent = new Agent({ keepAlive: true, maxSockets: 256 })

/** An answer that is JSON. `address`: whose call it is, as a proxy would say. */
function call(url, method, path, { body, token, address } = {}) {
  return new Promise((done, broke) => {
    const headers = {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: token }),
      ...(address && { 'x-forwarded-for': address }),
    }
    const asked = request(`${url}${path}`, { method, headers, agent }, (answer) => {
      const pieces = []
      answer.on('data', (piece) => pieces.push(piece))
      answer.on('error', broke)
      answer.on('end', () => {
        const text = Buffer.concat(pieces).toString()
        if (answer.statusCode !== 200) return broke(new Error(`${path}: ${answer.statusCode} ${text}`))
        done(JSON.parse(text))
      })
    })
    asked.on('error', broke)
    asked.end(body && JSON.stringify(body))
  })
}

async function each(list, work) {
  const left = [...list.entries()]
  const worker = async () => {
    for (let next = left.shift(); next; next = left.shift()) await work(next[1], next[0])
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** Clinics, each with so many tablets of one person: every tablet signs in by itself. */
export async function foundClinics(url, count, tabletsEach) {
  const clinics = Array.from({ length: count }, (_, nth) => ({
    email: `lead@clinic${nth}.test`,
    address: `10.1.${nth >> 8}.${nth & 255}`,
    tablets: Array.from({ length: tabletsEach }, () => ({
      device: randomUUID(),
      lane: randomUUID(),
      n: 0,
      stream: undefined,
    })),
  }))
  await each(clinics, async ({ email, address }, nth) => {
    const secret = { password: PASSWORD, confirm_password: PASSWORD }
    const org = { org_name: `Clinic ${nth}`, time_zone: 'America/Chicago', library: 'empty' }
    const answer = await call(url, 'POST', '/user/register', {
      body: { name: `Lead ${nth}`, email, ...secret, ...org },
      address,
    })
    if (answer.success !== true) throw new Error(JSON.stringify(answer))
  })
  // One after the other for each person: those at once would count as guesses until they are answered.
  const tablets = Array.from({ length: tabletsEach }, (_, nth) =>
    clinics.map((clinic) => ({ clinic, tablet: clinic.tablets[nth] })),
  ).flat()
  await each(tablets, async ({ clinic, tablet }) => {
    const { email, address } = clinic
    const answer = await call(url, 'POST', '/user/login', { body: { email, password: PASSWORD }, address })
    if (answer.success !== true) throw new Error(JSON.stringify(answer))
    tablet.token = answer.token
  })
  await each(clinics, async (clinic) => {
    const page = await call(url, 'GET', '/sync/pull?cursor=0', { token: clinic.tablets[0].token })
    clinic.epoch = page.epoch
  })
  return clinics
}

/** A stream for each tablet: when it was told of which place of the feed. */
export async function listenAll(url, clinics) {
  const streams = []
  for (const clinic of clinics)
    for (const tablet of clinic.tablets) {
      tablet.stream = listen(url, tablet.token)
      streams.push(tablet.stream)
      await tablet.stream.opened
    }
  return streams
}

function listen(url, token) {
  const told = []
  let asked
  const opened = new Promise((done, broke) => {
    asked = request(
      `${url}/sync/events`,
      { headers: { authorization: token, accept: 'text/event-stream' }, agent: false },
      (answer) => {
        if (answer.statusCode !== 200) return broke(new Error(`/sync/events: ${answer.statusCode}`))
        done()
        let text = ''
        answer.setEncoding('utf8').on('data', (piece) => {
          const blocks = (text + piece).split('\n\n')
          text = blocks.pop()
          for (const block of blocks) {
            const data = /^event: change\ndata: (.*)$/m.exec(block)?.[1]
            if (data !== undefined) told.push({ head: JSON.parse(data).head, at: performance.now() })
          }
        })
        answer.on('error', () => undefined)
      },
    )
    asked.on('error', broke)
    asked.end()
  })
  return { told, opened, stop: () => asked.destroy() }
}

const DRAW = {
  drug_name: 'Ketamine',
  drug_concentration: 100,
  drug_volume: 0.5,
  drug_form: 'INJECTION',
  sheet_id: '-',
  sheet_data: { patient_name: 'Rex', reason: 'Castration', species: 0 },
  day: '2026-11-20',
}

/** A save of a tablet: one single draw. Says how far the clinic's feed has come with it. */
export const saver = (url, clinic, tablet) => async () => {
  const at = new Date().toISOString()
  const mutation = {
    n: ++tablet.n,
    id: randomUUID(),
    at,
    clock_offset_ms: 0,
    schema: 1,
    action: 'draw.create',
    detail: null,
    ops: [{ op: 'create', collection: 'draws', _id: randomUUID(), content: DRAW }],
  }
  const { device, lane, token } = tablet
  const body = { protocol: 2, epoch: clinic.epoch, device, lane, sent_at: at, mutations: [mutation] }
  const { head, results } = await call(url, 'POST', '/sync/push', { body, token })
  if (results[0].status !== 'applied') throw new Error(JSON.stringify(results[0]))
  return head
}
