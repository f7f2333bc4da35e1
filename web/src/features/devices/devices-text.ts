const count = (n: number, one: string) => `${n} ${one}${n === 1 ? '' : 's'}`

export const devicesText = {
  intro: 'Every tablet and computer that someone in the organization has logged in on.',
  count: (n: number) => count(n, 'tablet'),
  reading: 'Contacting the server',
  here: 'This tablet',
  revoked: 'Revoked',
  lastSeen: (moment: string, who: string | null) =>
    who === null ? `Last seen ${moment}` : `Last seen ${moment}, used by ${who}`,
  never: (moment: string) => `Not seen since ${moment}`,
  sent: 'Everything sent when it was last seen',
  unsent: (n: number, since: string | null) =>
    `${count(n, 'change')} not sent when it was last seen${since === null ? '' : `, the oldest since ${since}`}`,
  untold: 'It did not report whether everything was sent',
  version: (version: string) => `Version ${version}`,
  revokedBy: (moment: string, who: string | null) => `Revoked ${moment}${who === null ? '' : ` by ${who}`}`,
  notYet:
    'There has been no contact since. At its next contact it sends what is unsent, which waits for approval, then removes its records.',
  heardSince:
    'It has been in contact since. It sends what is unsent, which waits for approval, then removes its records.',
  holds: (n: number) =>
    `It has been in contact since, and still has ${count(n, 'change')} that it could not send. Undo the revocation to have ${n === 1 ? 'it' : 'them'} sent or discarded there.`,
  wiped: (moment: string, gaveUp: number) =>
    gaveUp === 0
      ? `It removed its records ${moment}.`
      : `It removed its records ${moment}, and with them ${count(gaveUp, 'change')} that could not be sent and ${gaveUp === 1 ? 'was' : 'were'} discarded there. The action log names ${gaveUp === 1 ? 'it' : 'them'}.`,
  revoke: 'REVOKE',
  revokeOf: (name: string) => `Revoke ${name}`,
  restore: 'UNDO REVOKE',
  restoreOf: (name: string) => `Undo the revocation of ${name}`,
  ask: (name: string) => `Revoke ${name}?`,
  askText:
    'Nobody can log in on it any more, and it receives nothing. At its next contact it sends what is not sent yet, which waits for approval in Needs Attention. Then it removes the organization’s records from itself.',
  askHere: 'This is the tablet that you are using: you will be logged out.',
  askSecond: 'While it has no network, its records stay on it. They are not encrypted. You can undo this.',
  revoking: 'REVOKING',
  done: (name: string) => `${name} is revoked.`,
  restored: (name: string) => `${name} can be used again.`,
  failed: 'The server could not do this. Please try again.',
  needsServer: 'Needs the server',
  unreachableTitle: 'The server cannot be reached.',
  unreachableText: 'Tablets can only be revoked with a network. Check it, then try again.',
  failedTitle: 'The tablets could not be loaded.',
  stale: (moment: string) => `This is how it was on ${moment}.`,
  again: 'TRY AGAIN',
} as const
