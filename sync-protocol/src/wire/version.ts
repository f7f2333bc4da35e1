import { ProtocolError } from './errors.ts'

/** The number that every message carries; a published shape never changes under it (sync contract W1). */
export const PROTOCOL = 1
/** Pushes of this number and above are taken. */
export const OLDEST_PUSH = 1

/** @throws ProtocolError protocol_unsupported: the app has to update itself, its outbox kept */
export function checkProtocol(protocol: number): void {
  if (protocol >= OLDEST_PUSH && protocol <= PROTOCOL) return
  throw new ProtocolError('protocol_unsupported', 'This version of the app is too old: reload to update it.')
}
