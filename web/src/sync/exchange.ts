import type { Answer, Call } from '../data/people/server-call.ts'
import type { ClinicDatabase } from '../data/database/clinic-database.ts'
import { readSetting, writeSetting } from '../data/database/settings.ts'
import { errorBody, type ErrorBody } from 'sync-protocol/wire/errors'
import { NEXT_STEP, type NextStep } from './next-step.ts'

/** All that the engine needs of the world: nothing else in it knows time, chance or the network. */
export interface EnginePorts {
  clinic: ClinicDatabase
  /** One request and its answer, whatever it says; rejects when there is none. */
  call(call: Call): Promise<Answer>
  deviceNow(): number
  newId(): string
  /** The session of this clinic's signed-in user. */
  credentials(): { user_id: string; token: string } | null
  /** May the signed-in person read records, as far as is known here? Where not, none are asked for. */
  mayRead(): boolean
  /** Who is signed in, be it without a session: after an offline sign-in only the push token sends. */
  signedIn(): string | null
  /** The server does not take this token any more. */
  tokenRefused(token: string): void
  /** The server's clock less the device's became known. */
  clockKnown(offsetMs: number): void
  /** The server told its time, and that came at `at`, by the device's clock in ms. */
  clockTold?(at: number): void
  /** What runs here, for the organization's list of tablets; without it nothing is told. */
  about?(): { app_version: string; platform: string }
}

/** A clock that moved less than this beyond what an answer allows is not written again. */
const CLOCK_NOISE_MS = 500

/** An answer that is not a 200, with what to do about it. */
export class Refused extends Error {
  readonly step: NextStep
  readonly status: number
  readonly body: ErrorBody | undefined
  readonly retryAfterMs: number | undefined
  /** Whose request it was. */
  readonly token: string | null
  /** Which call, without what was asked. */
  readonly path: string
  constructor(answer: Answer, { token, path }: Pick<Call, 'token' | 'path'>) {
    const body = errorBody.safeParse(answer.body)
    super(body.success ? body.data.message : `The server answered ${answer.status}.`)
    this.name = 'Refused'
    this.status = answer.status
    this.body = body.success ? body.data : undefined
    this.step = stepOf(this.body, answer.status)
    this.retryAfterMs = answer.retryAfterMs
    this.token = token
    this.path = path.split('?')[0] ?? ''
  }
}

function stepOf(body: ErrorBody | undefined, status: number): NextStep {
  if (body?.revoked) return 'revoked'
  return body ? NEXT_STEP[body.code] : stepOfStatus(status)
}

/** A proxy in between speaks in statuses only. */
function stepOfStatus(status: number): NextStep {
  if (status === 413) return 'split'
  if (status === 429) return 'wait'
  if (status === 426) return 'update'
  return 'back-off'
}

interface ServerTime {
  server_time: string
}

/** Sends one request; a 200 is parsed and tells the clock's offset, anything else rejects with `Refused`. */
export async function exchange<T extends ServerTime>(
  ports: EnginePorts,
  call: Call,
  schema: { parse(body: unknown): T },
): Promise<T> {
  const sentAt = ports.deviceNow()
  const answer = await ports.call(call)
  if (answer.status !== 200) throw new Refused(answer, call)
  const reply = schema.parse(answer.body)
  await learnClock(ports, Date.parse(reply.server_time), sentAt)
  return reply
}

/**
 * The server said its time between the request and its answer, which says no more of a slow one: an offset that this allows
 * stays, and until one is known the clock is taken for right.
 */
async function learnClock(ports: EnginePorts, serverTime: number, sentAt: number): Promise<void> {
  const receivedAt = ports.deviceNow()
  ports.clockTold?.(receivedAt)
  const [least, most] = [serverTime - receivedAt, serverTime - sentAt]
  const known = await readSetting(ports.clinic, 'clock_offset_ms')
  const taken = known ?? 0
  let offset = taken
  // @rule slow-answer-moves-no-clock
  if (taken <= least - CLOCK_NOISE_MS || taken >= most + CLOCK_NOISE_MS) {
    // A clock that was set back meanwhile is asked as it is now.
    offset = Math.round(most < least ? least : (least + most) / 2)
  }
  if (offset === known) return
  await writeSetting(ports.clinic, 'clock_offset_ms', offset)
  ports.clockKnown(offset)
}
