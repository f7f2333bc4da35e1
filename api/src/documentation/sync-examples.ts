import { EDITION } from 'sync-protocol/records/edition'
import { PROTOCOL } from 'sync-protocol/wire/version'
import { AT, type CallExample, RECORD_ID, USER_ID } from './example-records.ts'

const EPOCH = '6d6f1f1e-6f0a-4f5c-9a65-0d1c7a1a3c11'
const LANE = { device: '0195a1f1-aa01-7f00-8e11-2c3d4e5f6071', lane: '0195a1f1-bb02-7f00-8e11-2c3d4e5f6072' }
const MUTATION_ID = '0195a1f4-7e11-7c3a-8b21-5d6e7f809103'
const content = { species: 0, name: 'Cefazolin' }
const record = {
  collection: 'injections',
  _id: RECORD_ID,
  schema: 1,
  version: 1,
  seq: 4711,
  deleted: false,
  meta: { author_id: USER_ID, author_name: 'Ana Alvarez', date_created: AT },
  content,
}

const ORG_ID = '0195a1ef-0c4b-7d11-a6f5-1b2c3d4e5f60'
const STANDING = {
  protocol: PROTOCOL,
  server_time: AT,
  revoked: false,
  offline_sign_in: true,
  name: 'Surgery 1',
}

export const SYNC_EXAMPLES: Readonly<Record<string, CallExample>> = {
  'GET /sync/events': { answer: 'event: change\ndata: {"head":4711}\n\n' },
  'POST /sync/push': {
    body: {
      protocol: PROTOCOL,
      epoch: EPOCH,
      ...LANE,
      sent_at: AT,
      mutations: [
        {
          n: 1,
          id: MUTATION_ID,
          at: AT,
          clock_offset_ms: 0,
          schema: EDITION,
          action: 'injection.create',
          detail: null,
          ops: [{ op: 'create', collection: 'injections', _id: RECORD_ID, content }],
        },
      ],
    },
    answer: {
      protocol: PROTOCOL,
      epoch: EPOCH,
      server_time: AT,
      last_n: 1,
      head: 4711,
      results: [
        {
          n: 1,
          id: MUTATION_ID,
          status: 'applied',
          seq: 4711,
          receipt: 'q3XyJx0v0m1QmQm4Xk4y1w9k6mJm0r6b2r1m8a4u5nA',
          records: [record],
        },
      ],
    },
  },
  'GET /sync/pull': {
    answer: {
      protocol: PROTOCOL,
      epoch: EPOCH,
      changes: [record],
      cursor: 4711,
      head: 4711,
      more: false,
      digest: { injections: { count: 1, sum: 3041527713 } },
      ledger_head: { n: 0, hash: '0'.repeat(64) },
      server_time: AT,
    },
  },
  'GET /sync/snapshot': {
    answer: {
      protocol: PROTOCOL,
      epoch: EPOCH,
      seq: 4711,
      records: [record],
      after: `injections/${RECORD_ID}`,
      server_time: AT,
    },
  },
  'POST /sync/devices': {
    body: { protocol: PROTOCOL, ...LANE, block: 0 },
    answer: {
      protocol: PROTOCOL,
      epoch: EPOCH,
      server_time: AT,
      section_keys: { from: 1000, to: 1099 },
      last_n: 0,
    },
  },
  'POST /sync/devices/tell': {
    body: {
      protocol: PROTOCOL,
      unsent: 2,
      oldest: AT,
      app_version: '1.0.0',
      platform: 'Safari on iPad',
      name: 'Surgery 1',
    },
    answer: STANDING,
  },
  'GET /sync/devices/standing': { answer: STANDING },
  'POST /sync/devices/held': {
    body: { org: ORG_ID, device: LANE.device, unsent: 2, oldest: AT },
    answer: { success: true },
  },
  'POST /sync/devices/wiped': { body: { org: ORG_ID, device: LANE.device }, answer: { success: true } },
  'GET /ledger': {
    answer: { protocol: PROTOCOL, epoch: EPOCH, entries: [], head: { n: 0, hash: '0'.repeat(64) } },
  },
  'GET /ledger/lines': {
    answer: `${JSON.stringify({ protocol: PROTOCOL, org: LANE.device, epoch: EPOCH, head: { n: 0, hash: '0'.repeat(64) }, people: [] })}\n`,
  },
}
