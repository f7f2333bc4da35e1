import { createHash } from 'node:crypto'

/** What `sha256Hex` of the protocol gives, several times as fast as it can be without the host. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
