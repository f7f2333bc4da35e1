import { ProtocolError } from './errors.ts'

const SAID = {
  gap: 'Earlier changes of this lane are missing.',
  lane_forked: 'This lane went two ways.',
  forbidden: 'This lane belongs to another user.',
  invalid_request: 'The numbers of the mutations are not contiguous.',
}

type Refused =
  { code: 'gap'; last_n: number } | { code: 'lane_forked' | 'forbidden' | 'invalid_request' | 'went_back' }

/** The error that answers a push that was not taken, where the server's history is `epoch`. */
export function pushRefused(refused: Refused, epoch: string): ProtocolError {
  switch (refused.code) {
    case 'went_back':
      return new ProtocolError('epoch_changed', 'The server was restored.', { epoch })
    case 'gap':
      return new ProtocolError('gap', SAID.gap, { last_n: refused.last_n })
    case 'invalid_request':
      return new ProtocolError('invalid_request', SAID.invalid_request, { field: 'mutations' })
    default:
      return new ProtocolError(refused.code, SAID[refused.code])
  }
}
