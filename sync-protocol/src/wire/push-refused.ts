import { ProtocolError } from './errors.ts'

/** The error that answers a push that was not taken. */
export function pushRefused(refused: {
  code: 'gap' | 'lane_forked' | 'forbidden' | 'invalid_request'
  last_n?: number
}): ProtocolError {
  const said = {
    gap: 'Earlier changes of this lane are missing.',
    lane_forked: 'This lane went two ways.',
    forbidden: 'This lane belongs to another user.',
    invalid_request: 'The numbers of the mutations are not contiguous.',
  }
  const more = refused.last_n === undefined ? {} : { last_n: refused.last_n }
  return new ProtocolError(
    refused.code,
    said[refused.code],
    refused.code === 'invalid_request' ? { field: 'mutations' } : more,
  )
}
