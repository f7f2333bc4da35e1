import type { ColumnType } from 'kysely'

/** What a column's value is here. `json` is written as text, so that a list does not become an array of the database. */
interface Types {
  uuid: string
  text: string
  boolean: boolean
  integer: number
  bigint: number
  'integer[]': ColumnType<number[], readonly number[], readonly number[]>
  json: ColumnType<unknown, string, string>
  timestamptz: ColumnType<Date, Date | string, Date | string>
}
type Type = keyof Types

/** A column that may be null ends in `?`, one that has a default in `=`. */
type Column = Type | `${Type}${'?' | '='}`

/** Every table with its columns, as the migrations leave them: a test compares this with a migrated database. */
export const TABLES = {
  installation: {
    only_row: 'boolean=',
    epoch: 'uuid=',
    created_at: 'timestamptz=',
    secrets_mark: 'text?',
    demonstration_removed_at: 'timestamptz?',
    retention_clock: 'timestamptz?',
    retention_clock_moved_at: 'timestamptz?',
  },
  organizations: {
    org_id: 'uuid',
    name: 'text',
    key: 'text',
    maximum_users: 'integer=',
    time_zone: 'text',
    next_key: 'integer=',
    demo: 'boolean=',
    seq: 'bigint=',
    ledger_n: 'bigint=',
    ledger_hash: 'text=',
    library_due: 'boolean=',
    created_at: 'timestamptz',
    tombstone_floor: 'bigint=',
    offline_sign_in: 'boolean=',
    digests: 'json?',
    ledger_unmarked_until: 'bigint=',
  },
  users: {
    org_id: 'uuid',
    user_id: 'uuid',
    name: 'text',
    email: 'text',
    password_hash: 'text',
    perms: 'integer[]',
    created_at: 'timestamptz',
    removed_at: 'timestamptz?',
    program: 'text?',
    last_used: 'timestamptz?',
  },
  sign_in_directory: { email: 'text', org_id: 'uuid', user_id: 'uuid' },
  sessions: {
    org_id: 'uuid',
    session_id: 'uuid',
    user_id: 'uuid',
    address: 'text',
    device: 'uuid?',
    lane: 'uuid?',
    created_at: 'timestamptz',
    expires_at: 'timestamptz',
    revoked_at: 'timestamptz?',
  },
  push_tokens: {
    org_id: 'uuid',
    token_id: 'uuid',
    user_id: 'uuid',
    device: 'uuid',
    lane: 'uuid',
    secret_hash: 'text',
    created_at: 'timestamptz',
    revoked_at: 'timestamptz?',
    proven: 'boolean=',
  },
  devices: {
    org_id: 'uuid',
    device_id: 'uuid',
    first_seen: 'timestamptz',
    revoked_at: 'timestamptz?',
    name: 'text?',
    platform: 'text?',
    app_version: 'text?',
    last_seen: 'timestamptz?',
    last_user: 'uuid?',
    told_unsent: 'integer?',
    told_oldest: 'timestamptz?',
    revoked_by: 'uuid?',
    wiped_at: 'timestamptz?',
    may_give_up: 'boolean=',
    gave_up: 'integer?',
    keyed: 'boolean=',
  },
  lanes: {
    org_id: 'uuid',
    lane_id: 'uuid',
    device_id: 'uuid',
    user_id: 'uuid',
    last_n: 'bigint=',
    first_seen: 'timestamptz',
    last_seen: 'timestamptz',
  },
  key_blocks: { org_id: 'uuid', device_id: 'uuid', block: 'integer', key_from: 'integer' },
  records: {
    org_id: 'uuid',
    collection: 'text',
    record_id: 'uuid',
    version: 'integer',
    seq: 'bigint',
    deleted: 'boolean',
    schema: 'integer',
    body: 'json',
    last_content: 'json?',
    changed_at: 'timestamptz',
  },
  record_changes: {
    org_id: 'uuid',
    collection: 'text',
    record_id: 'uuid',
    version: 'integer',
    lane_id: 'uuid',
    changed_at: 'timestamptz',
    saved_order: 'bigint?',
  },
  mutations: {
    org_id: 'uuid',
    mutation_id: 'uuid',
    hash: 'text',
    user_id: 'uuid',
    lane_id: 'uuid',
    n: 'bigint',
    status: 'text',
    code: 'text?',
    field: 'text?',
    message: 'text?',
    conflicts: 'json',
    named: 'json',
    seq: 'bigint?',
    receipt: 'text',
    body: 'text',
    at: 'text',
    received_at: 'timestamptz',
  },
  lane_numbers: { org_id: 'uuid', lane_id: 'uuid', n: 'bigint', mutation_id: 'uuid' },
  waiting_mutations: {
    org_id: 'uuid',
    mutation_id: 'uuid',
    collection: 'text',
    record_id: 'uuid',
    perms: 'integer[]',
  },
  refused_creations: { org_id: 'uuid', collection: 'text', record_id: 'uuid' },
  draft_redirects: { org_id: 'uuid', lane_id: 'uuid', draft_id: 'uuid', to_id: 'uuid' },
  'logged-actions': {
    org_id: 'uuid',
    entry_id: 'uuid',
    at: 'timestamptz',
    received_at: 'timestamptz',
    user_id: 'uuid',
    user_name: 'text',
    org_name: 'text',
    message: 'text',
  },
  ledger: { org_id: 'uuid', n: 'bigint', entry: 'text', hash: 'text' },
  password_resets: {
    org_id: 'uuid',
    user_id: 'uuid',
    secret_hash: 'text',
    created_at: 'timestamptz',
    expires_at: 'timestamptz',
  },
  idempotent_answers: {
    org_id: 'uuid',
    user_id: 'uuid',
    key: 'text',
    request_hash: 'text',
    status: 'integer',
    body: 'text',
    answered_at: 'timestamptz',
  },
  slowdowns: { name: 'text', key: 'text', count: 'integer', last: 'timestamptz' },
  warnings: {
    warning_id: 'uuid',
    recipient: 'text',
    subject: 'text',
    body: 'text',
    html: 'text',
    written_at: 'timestamptz',
    due_at: 'timestamptz',
    tries: 'integer=',
    sent_at: 'timestamptz?',
  },
  migration_checksums: { name: 'text', sha256: 'text' },
} as const satisfies Record<string, Record<string, Column>>

type Read<T> = T extends ColumnType<infer R, infer _, infer _> ? R : T
type Written<T> = T extends ColumnType<infer _, infer W, infer _> ? W : T
type ColumnOf<C> = C extends `${infer T extends Type}?`
  ? ColumnType<Read<Types[T]> | null, Written<Types[T]> | null | undefined, Written<Types[T]> | null>
  : C extends `${infer T extends Type}=`
    ? ColumnType<Read<Types[T]>, Written<Types[T]> | undefined, Written<Types[T]>>
    : C extends Type
      ? Types[C]
      : never

/** Row types for kysely. A query over a column that is not named here does not compile. */
export type Tables = {
  [Table in keyof typeof TABLES]: {
    [C in keyof (typeof TABLES)[Table]]: ColumnOf<(typeof TABLES)[Table][C]>
  }
}
