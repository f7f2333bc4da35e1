import * as z from 'zod'
import { expect, test } from 'vitest'
import { kinds } from '../records/kinds.ts'
import { mutation } from '../records/mutation.ts'
import {
  doneReply,
  loginFailure,
  loginReply,
  loginRequest,
  logoutRequest,
  profileReply,
  registerRequest,
  setupReply,
} from './accounts.ts'
import { deviceReply, deviceRequest } from './devices.ts'
import { errorBody } from './errors.ts'
import { ledgerQuery, ledgerReply } from './ledger.ts'
import {
  changeUserRequest,
  newUserRequest,
  organizationReply,
  removeUserRequest,
  userReply,
  usersReply,
} from './organization.ts'
import { newPasswordRequest, resetReply } from './password-reset.ts'
import { pullQuery, pullReply } from './pull.ts'
import { pushReply, pushRequest } from './push.ts'
import { snapshotQuery, snapshotReply } from './snapshot.ts'
import frozen from './frozen/v1.json' with { type: 'json' }
import { PROTOCOL } from './version.ts'

const messages = {
  mutation,
  pushRequest,
  pushReply,
  pullQuery,
  pullReply,
  snapshotQuery,
  snapshotReply,
  deviceRequest,
  deviceReply,
  errorBody,
  loginRequest,
  loginReply,
  profileReply,
  registerRequest,
  loginFailure,
  logoutRequest,
  doneReply,
  setupReply,
  ledgerQuery,
  ledgerReply,
  organizationReply,
  usersReply,
  userReply,
  newUserRequest,
  changeUserRequest,
  removeUserRequest,
  newPasswordRequest,
  resetReply,
}
const shape = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })

/** What is published under a number stays as it is; a change needs a new number and a new file beside the old one. */
function published(): unknown {
  return {
    protocol: PROTOCOL,
    messages: Object.fromEntries(Object.entries(messages).map(([name, schema]) => [name, shape(schema)])),
    contents: Object.fromEntries(
      Object.entries(kinds).map(([name, kind]) => [
        name,
        { schema: kind.schema, groups: kind.groups, content: shape(kind.content) },
      ]),
    ),
  }
}

test('[W1] the published shapes are those of the frozen file of this protocol number', () => {
  expect(JSON.parse(JSON.stringify(published()))).toEqual(frozen)
})
