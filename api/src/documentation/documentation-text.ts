import { WRITTEN } from '../documented-api/payload-fields.ts'
import { TITLES } from '../documented-api/collection-paths.ts'

const DESCRIPTION = `
Every call answers JSON, and takes JSON (\`content-type: application/json\`). A slash at the end of an address does not matter.

**Signing in.** \`POST /user/login\` gives a token. Every other call carries it in the \`authorization\` header, as it is or after \`Bearer \`. It holds for 12 hours; what its user may do is looked up at each call. A sign-in that fails answers 200 with \`success: false, code: 2\`.

**Keys.** A manager makes a key for each other program of the clinic. It goes where the token goes, holds until it is revoked, and is for the calls that read and write records. Records that are written with it name the program as their author.

**Permissions.** 0 the organization and its users, 1 personal records, 2 records created by others (together with 1), 3 drug sections. Another organization's records do not exist.

**Failures.** Every failure has the body \`{ "success": false, "code", "message", "field"? }\`. The list of codes is closed; \`message\` is for a person, \`field\` is the path of what is wrong. The numeric code of a failed sign-in is the one exception. Lists that fail have \`total: 0\` and \`items: []\` beside it.

**Once, and not blindly.** A write with an \`Idempotency-Key\` takes effect once, however often it is sent, and gets the same answer, a refusal too, for two days. \`If-Match\` takes the \`version\` (the \`etag\`) that you saw: if the record has another version by now, the answer is 412 and nothing is changed.

**Again, and cheaply.** What a program may read has an \`etag\`. Send it back as \`If-None-Match\`: the answer is 304 and empty as long as nothing changed.

**Long lists, in stretches.** A whole list takes \`limit\`, and its \`link\` header has the address of the next records, with a \`cursor\`. No record is left out or comes twice because another one came or went.

**Numbers.** Concentrations are mg/ml, dosages mg/kg, rates ml/kg, volumes ml. A drug with \`amount_unit\` is measured in that (\`units\`, \`mEq\`) in place of mg, and so is every copy of it. Pairs are [canine, feline], -1 where a species has none. Species are 0 canine, 1 feline (2 exotic on sheets), or the words in paths.

**Days.** A day is the clinic's local day. Instants are in UTC.

A client should pass over fields that it does not know.
`.trim()

export const API_WORDS = {
  info: {
    title: 'Veterinary Anesthesia',
    version: '1.0.0',
    summary: 'The calls of a clinic’s server.',
    description: DESCRIPTION,
  },
  securitySchemes: {
    token: {
      type: 'apiKey',
      in: 'header',
      name: 'authorization',
      description: 'The token of `POST /user/login` as it is.',
    },
    bearer: { type: 'http', scheme: 'bearer', description: 'The same token after `Bearer `.' },
    push_token: {
      type: 'apiKey',
      in: 'header',
      name: 'authorization',
      description: 'The push token of one lane: it may do nothing but push that lane.',
    },
  },
} as const

/** The groups of the document, in its order. */
export const TAG = {
  accounts: 'Signing in',
  own: 'Own account',
  organization: 'Organization',
  reset: 'Password reset',
  lists: 'Lists',
  sections: 'Sections',
  substances: 'Controlled substances',
  log: 'Action log',
  ledger: 'Ledger',
  sync: 'Sync',
  server: 'Server',
} as const

export const API_TAGS: { name: string; description: string }[] = [
  { name: TAG.accounts, description: 'Tokens, the profile, and the first user of a new organization.' },
  { name: TAG.own, description: 'Your own password, and where you are signed in.' },
  { name: TAG.lists, description: 'Reading the library, saved sheets and balance sheets.' },
  ...WRITTEN.map((collection) => ({
    name: `Writing: ${TITLES[collection]}`,
    description: `Inserting, changing and deleting ${TITLES[collection]}.`,
  })),
  { name: TAG.sections, description: 'The sections that the drugs of a library stand in.' },
  {
    name: TAG.substances,
    description: 'Single draws and balance sheets. Both are facts: kept as they are, and only voided.',
  },
  { name: TAG.organization, description: 'The organization and its users.' },
  { name: TAG.reset, description: 'A new password by a link that is sent by e-mail.' },
  { name: TAG.log, description: 'Who did what.' },
  { name: TAG.ledger, description: 'The hash chain of what happened to controlled substances.' },
  { name: TAG.sync, description: 'How tablets send and read. Integrations use the calls above.' },
  { name: TAG.server, description: 'For whoever watches the server.' },
]
