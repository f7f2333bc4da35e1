import { CALLED, PATH_OF } from '../documented-api/collection-paths.ts'
import { WRITTEN } from '../documented-api/payload-fields.ts'
import { AT, type CallExample, itemExample, RECORD_ID, SENT, USER_ID } from './example-records.ts'
import { SUBSTANCE_EXAMPLES } from './substance-examples.ts'
import { SYNC_EXAMPLES } from './sync-examples.ts'

const ORG_ID = '0195a1ef-0c4b-7d11-a6f5-1b2c3d4e5f60'
const done = { success: true }
const password = 'Correct-horse-1'
const profile = {
  _id: USER_ID,
  name: 'Ana Alvarez',
  email: 'ana@clinic.example',
  org_id: ORG_ID,
  org_name: 'Elm Street Clinic',
  org_perms: [0, 1, 2, 3],
  time_zone: 'America/Chicago',
  demo: false,
  offline_sign_in: true,
}
const user = { _id: USER_ID, name: 'Ben Brown', email: 'ben@clinic.example', org_perms: [1] }
const clinic = {
  _id: ORG_ID,
  name: 'Elm Street Clinic',
  key: 'K7QM-2XVP',
  maximum_users: 100,
  next_key: 1001,
  time_zone: 'America/Chicago',
  demo: false,
  offline_sign_in: true,
}
const device = {
  _id: '0195a1f1-aa01-7f00-8e11-2c3d4e5f6071',
  name: 'Surgery 1',
  platform: 'Safari on iPad',
  app_version: '1.0.0',
  first_seen: AT,
  last_seen: AT,
  last_user_name: 'Ben Brown',
  unsent: 0,
  oldest: null,
  revoked_at: null,
  revoked_by_name: null,
  wiped_at: null,
  gave_up: null,
}
const program = {
  _id: '0195a1f2-bb02-7f00-8e11-2c3d4e5f6074',
  name: 'Practice system',
  access: 'reads',
  org_perms: [1],
  created_at: AT,
  last_used: AT,
}
const session = {
  _id: '0195a1f2-bb02-7f00-8e11-2c3d4e5f6071',
  device: { _id: device._id, name: device.name, platform: device.platform },
  created_at: AT,
  last_seen: AT,
  expires_at: '2026-03-06T03:04:05.120Z',
  here: true,
}
const sections = {
  success: true,
  next_key: 1001,
  sections: [
    { key: -2, title_s: 'Emergency Medication', title_p: 'Emergency Medications' },
    { key: -1, title_s: 'Unset Medication', title_p: 'Unset Medications' },
    { key: 1000, title_s: 'Opioid', title_p: 'Opioids' },
  ],
}

const accounts: Record<string, CallExample> = {
  'GET /setup/state': { answer: { success: true, setup_open: false, demo: false, clinic: true } },
  'POST /demonstration/visit': {
    answer: { success: true, email: 'visitor@demo.test', password },
  },
  'POST /user/register': {
    body: {
      name: 'Ana Alvarez',
      email: 'ana@clinic.example',
      password,
      confirm_password: password,
      org_name: 'Elm Street Clinic',
      time_zone: 'America/Chicago',
      library: 'empty',
      setup_code: 'K7QM-2XVP-9HRT',
    },
    answer: done,
  },
  'POST /user/login': {
    body: { email: 'ana@clinic.example', password },
    answer: { success: true, token: 'eyJhbGciOiJIUzI1NiJ9.eyJfaWQiOiIwMTk1YTFmMCJ9.8fJ3', user: profile },
  },
  'GET /user/confirm': { answer: { success: true, user: profile } },
  'GET /user/profile': { answer: { success: true, user: profile } },
  'POST /user/logout': { body: {}, answer: done },
  'POST /user/password': {
    body: { old_password: password, password: 'Another-horse-2', confirm_password: 'Another-horse-2' },
    answer: done,
  },
  'GET /user/sessions': { answer: { success: true, sessions: [session] } },
  'POST /user/sessions/end': { body: { _id: session._id }, answer: done },
  'POST /user/sessions/end-others': { answer: done },
  'POST /services/password-reset-request/:id': { answer: done },
  'GET /services/password-reset/:id': { answer: { success: true, result: true } },
  'PUT /services/password-reset/confirm/:id': {
    body: { password, confirm_password: password },
    answer: { success: true, result: true },
  },
  'GET /health': {
    answer: { ...done, backup: { last_made_at: '2026-11-27T07:00:00.000Z', age_hours: 9, failed: false } },
  },
  'GET /organization/backups': {
    answer: {
      ...done,
      backups: {
        next_at: '2026-11-28T07:00:00.000Z',
        keep: 14,
        sealed: true,
        made: { at: '2026-11-27T07:00:00.000Z', bytes: 31_457_280, proven: true },
        failed: null,
      },
    },
  },
}

const settings = {
  version: 3,
  content: {
    time_zone: 'America/Chicago',
    printed_name: 'Elm Street Animal Hospital',
    printed_address: '12 Elm Street, Springfield',
    double_check: 'red doses',
    weight_unit: 'kg',
    cat_heaviest: 9,
  },
  edited_by: 'Ana Alvarez',
}

const organization: Record<string, CallExample> = {
  'GET /organization/information': { answer: { success: true, organization: clinic } },
  'POST /organization/demonstration/remove': { answer: done },
  'POST /organization/settings': {
    body: { offline_sign_in: true },
    answer: { success: true, organization: clinic },
  },
  'GET /organization/policies': { answer: { success: true, item: settings } },
  // Every setting is sent as a text.
  'POST /organization/policies': {
    body: { ...settings.content, cat_heaviest: '9' },
    answer: { success: true, item: settings },
  },
  'GET /organization/devices': { answer: { success: true, devices: [device], server_time: AT } },
  'POST /organization/devices/revoke': {
    body: { _id: device._id },
    answer: { success: true, device: { ...device, revoked_at: AT, revoked_by_name: 'Ana Alvarez' } },
  },
  'POST /organization/devices/restore': { body: { _id: device._id }, answer: { success: true, device } },
  'GET /organization/users': { answer: { success: true, users: [user] } },
  'POST /organization/users/create': {
    body: { name: user.name, email: user.email, password, confirm_password: password, org_perms: [1] },
    answer: { success: true, user },
  },
  'POST /organization/users/update': {
    body: { _id: USER_ID, org_perms: [1, 2] },
    answer: { success: true, user: { ...user, org_perms: [1, 2] } },
  },
  'GET /organization/programs': { answer: { success: true, programs: [program] } },
  'POST /organization/programs/create': {
    body: { name: program.name, access: 'reads', org_perms: [] },
    answer: {
      success: true,
      program: { ...program, last_used: null },
      key: `key.0195a1f2-bb02-7f00-8e11-2c3d4e5f6075.${program._id}.${'q'.repeat(43)}`,
    },
  },
  'POST /organization/programs/revoke': { body: { _id: program._id }, answer: done },
  'POST /organization/users/link': {
    body: { _id: USER_ID },
    answer: {
      ...done,
      link: { id: 'q'.repeat(64), expires_at: '2026-11-27T10:00:00.000Z' },
    },
  },
  'POST /organization/users/delete': { body: { _id: USER_ID }, answer: done },
  'GET /organization/sections': { answer: sections },
  'POST /organization/sections/update': {
    body: { sections: [{ key: 1000, title_s: 'Opioid', title_p: 'Opioids' }], next_key: 1001 },
    answer: sections,
  },
  'POST /drugs/update/keys': { body: { keys: [1000] }, answer: done },
  'GET /organization/action-log': {
    answer: {
      success: true,
      entries: [
        {
          _id: RECORD_ID,
          at: AT,
          received_at: AT,
          user_id: USER_ID,
          user_name: 'Ana Alvarez',
          org_name: 'Elm Street Clinic',
          message: "Created drug 'Ketamine'.",
        },
      ],
      cursor: null,
      searched_to: null,
      server_time: AT,
    },
  },
  'GET /organization/action-log/people': {
    answer: {
      success: true,
      people: [{ _id: USER_ID, name: 'Ana Alvarez', email: 'ana@clinic.example', removed: false }],
    },
  },
  'GET /organization/action-log/export': {
    answer:
      'Date and time,Received,User,Organization,Message\r\n' +
      "03/05/2026 09:04:05,03/05/2026 09:04:05,Ana Alvarez,Elm Street Clinic,Created drug 'Ketamine'.\r\n",
  },
}

const writes = WRITTEN.flatMap((collection): [string, CallExample][] => {
  const path = PATH_OF[collection]
  const item = { success: true, item: itemExample(collection) }
  const [name] = [SENT[collection]['name']]
  const several: CallExample = { body: { ids: [RECORD_ID] }, answer: { success: true, deleted: 1 } }
  return [
    [`POST /${path}/`, { body: SENT[collection], answer: item }],
    [`POST /${path}/update/:id`, { body: { name }, answer: { ...item, item: { ...item.item, version: 2 } } }],
    [`DELETE /${path}/:id`, { answer: { success: true, deleted: 1 } }],
    [`PUT /${path}`, several],
    [`POST /${path}/delete-multiple/:species`, several],
    [`POST /${path}/delete-multiple/:species/:section`, several],
  ]
})

const lists = CALLED.flatMap((collection): [string, CallExample][] => {
  const path = PATH_OF[collection]
  const page = { answer: { success: true, total: 1, items: [itemExample(collection)] } }
  return [
    [collection === 'drugs' ? '/drugs/:species/:section' : `/${path}/:species`, page] as const,
    [`/new/${path}`, page] as const,
    [`/${path}/:species/all`, { answer: [itemExample(collection)] }] as const,
  ].map(([url, example]) => [`GET ${url}`, example])
})

/** What is sent to each call and what it answers, by method and address. */
export const EXAMPLES: Readonly<Record<string, CallExample>> = {
  ...accounts,
  ...organization,
  ...Object.fromEntries([...writes, ...lists]),
  'GET /drugs/:species/:id/all': { answer: [itemExample('drugs')] },
  'GET /library/:type/:species': { answer: [itemExample('procedures')] },
  ...SUBSTANCE_EXAMPLES,
  ...SYNC_EXAMPLES,
}
