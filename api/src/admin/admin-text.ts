import type { OrganizationUser } from 'sync-protocol/wire/organization'
import type { ListedClinic } from './clinics-store.ts'

const count = (n: number, one: string) => `${n} ${one}${n === 1 ? '' : 's'}`

/** What `npm run admin` prints, and what the action log keeps of it. */
export const adminText = {
  usage: [
    'Usage: npm run admin -- COMMAND',
    '',
    '  clinics                                   every clinic, with its key',
    '  users KEY                                 the users of a clinic',
    '  reset-password EMAIL                      a link with which they choose a new password',
    '  create-user KEY EMAIL NAME ACTIONS        a new user, and a link for their password',
    '                                            ACTIONS: the permitted actions, such as 1 or 0,1,2,3',
    '  maximum-users KEY NUMBER                  how many users a clinic may have',
    '  tablets KEY                               the tablets of a clinic',
    '  revoke-tablet KEY ID                      revokes one; ID: at least its last four letters',
    '  reset-demonstration                       puts the demonstration back to its start',
    '  doctor                                    checks the server, and says what to do',
  ].join('\n'),
  noClinics: 'There is no clinic yet.',
  clinic: ({ name, key, users, maximum_users, demo }: ListedClinic) =>
    `${key}  ${name}${demo ? ' (demonstration)' : ''}, ${users} of ${count(maximum_users, 'user')}`,
  noClinic: (key: string) => `There is no clinic with the key ${key}. "npm run admin -- clinics" shows them.`,
  user: ({ email, name, org_perms }: OrganizationUser) => `${email}  ${name}  ${org_perms.join(',')}`,
  noUser: (email: string) => `Nobody logs in with ${email}.`,
  link: (name: string, link: string) =>
    `Give ${name} this link. It works once, for an hour, and no other link does any more:\n${link}`,
  notAddress:
    'The link leads to this computer. For another one, put the address of the server in its place, or set PUBLIC_URL.',
  created: (name: string, clinic: string) => `${name} is a user of ${clinic} now.`,
  badActions: (typed: string) =>
    `ACTIONS is numbers from 0 to 3 with commas, such as 1 or 0,1,2,3; it says "${typed}".`,
  full: (most: number) =>
    `All ${most} places are taken. "npm run admin -- maximum-users KEY NUMBER" makes more.`,
  badNumber: (typed: string) => `NUMBER is a number from 1 to 10000; it says "${typed}".`,
  maximum: (clinic: string, most: number) => `${clinic} may have ${count(most, 'user')} now.`,
  belowUsers: (clinic: string, users: number) =>
    `${clinic} has ${count(users, 'user')} already. Delete some first, in Organization Management.`,
  noTablets: (clinic: string) => `${clinic} has no tablet yet.`,
  tablet: (id: string, name: string, seen: string | null, revoked: boolean) =>
    `${id}  ${name}, ${seen === null ? 'never seen' : `last seen ${seen}`}${revoked ? ', revoked' : ''}`,
  noTablet: (id: string) => `No tablet of this clinic has an ID that ends in ${id}.`,
  severalTablets: (id: string) => `Several tablets have an ID that ends in ${id}. Type more of it.`,
  revoked: (name: string) =>
    `${name} is revoked. It removes its records at its next contact with the server.`,
  alreadyRevoked: (name: string) => `${name} was revoked already.`,
  reset: 'The demonstration is as on its first day. Its tablets remove what they had of it.',
  noReset: 'There is no demonstration on its own in this database. Nothing was changed.',
  log: {
    maximum: (before: number, most: number) =>
      `Changed the maximum number of users from ${before} to ${most}`,
  },
} as const
