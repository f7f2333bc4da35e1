import { ProtocolError } from './errors.ts'

/** The number that every message carries; a published shape never changes under it (sync contract W1). */
export const PROTOCOL = 2
/** Pushes of this number and above are taken: for longer than reads are served, so that what is unsent still leaves. */
export const OLDEST_PUSH = 1
/** Reads of this number and above are served; never below `OLDEST_PUSH`. */
export const OLDEST_READ = 2

export interface ProtocolRange {
  present: number
  oldestPush: number
  oldestRead: number
}
const TODAY: ProtocolRange = { present: PROTOCOL, oldestPush: OLDEST_PUSH, oldestRead: OLDEST_READ }

/** @throws ProtocolError protocol_unsupported: the app has to update itself, its outbox kept */
export function checkProtocol(protocol: number, call: 'push' | 'read', range: ProtocolRange = TODAY): void {
  const oldest = call === 'push' ? range.oldestPush : range.oldestRead
  if (protocol >= oldest && protocol <= range.present) return
  throw new ProtocolError('protocol_unsupported', 'This version of the app is too old: reload to update it.')
}
