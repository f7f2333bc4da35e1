const FROM_REVOKED = 'This was sent by a tablet that was revoked'

/** The server's word for a change that waits for approval since a revoked tablet sent it; `tablet` is what that is called. */
export const fromRevoked = (tablet: string): string => `${FROM_REVOKED}, “${tablet}”.`

/** Whether that is why a change waits. */
export const isFromRevoked = ({ code, message }: { code: string; message: string }): boolean =>
  code === 'needs_approval' && message.startsWith(FROM_REVOKED)
