import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { ProtocolError } from 'sync-protocol/wire/errors'
import type { Speaker } from 'sync-protocol/wire/store'
import { logAction, logActionAlone } from '../action-log/action-log-store.ts'
import type { Database } from '../database/connect.ts'
import { queriesOn, type Queries } from '../database/queries.ts'
import { inTransaction } from '../database/transaction.ts'
import { accountLog } from './account-log-text.ts'
import { speakerOf } from '../plugins/session.ts'
import { ACCOUNT } from './session-store.ts'

export interface NewOrganization {
  org_id: string
  name: string
  key: string
  time_zone: string
  demo: boolean
  library_due: boolean
}
export interface NewUser {
  org_id: string
  user_id: string
  name: string
  email: string
  password_hash: string
  perms: readonly number[]
}
/** The organizations of this server. */
export interface Clinics {
  demo: number
  /** The demonstration's. */
  demoId: string | null
  real: number
  /** There was a demonstration, and somebody removed it. */
  demoRemoved: boolean
}
export type AccountStore = ReturnType<typeof accountStore>

/** Organizations and who may sign in to them. Times are ISO instants. */
export function accountStore({ pool }: Database) {
  const db = queriesOn(pool)
  return {
    /** The account of an e-mail; `known`: it signed in from this address since then. As many queries, whether it exists or not. */
    candidate: async (email: string, address: string, since: string) =>
      accountsIn(db, email, await directoryEntry(db, email))
        .select(ACCOUNT)
        .select('u.password_hash')
        .select(({ exists, selectFrom }) =>
          exists(
            selectFrom('sessions as s')
              .whereRef('s.org_id', '=', 'u.org_id')
              .whereRef('s.user_id', '=', 'u.user_id')
              .where('s.created_at', '>', new Date(since))
              .where('s.address', '=', address),
          )
            .$castTo<boolean>()
            .as('known'),
        )
        .executeTakeFirst(),

    /** Writes down that somebody tried to sign in to an account with a wrong password; what they typed is not kept. */
    async logFailedLogin(speaker: Omit<Speaker, 'perms'>, address: string, now: Date): Promise<void> {
      await logActionAlone(pool, speaker, accountLog.failedLogin(address), now)
    },

    clinics: () => countClinics(db),

    /**
     * Makes an organization with its first users, when `allowed` says so of the clinics that there are; of several at once
     * each sees those before it. False when it may not.
     */
    async found(
      organization: NewOrganization,
      users: readonly NewUser[],
      now: Date,
      allowed: (clinics: Clinics) => boolean,
    ): Promise<boolean> {
      return inTransaction(pool, async (client) => {
        const own = queriesOn(client)
        await own.selectFrom('installation').select('only_row').forUpdate().execute()
        if (!allowed(await countClinics(own))) return false
        await insertClinic(client, organization, users, now)
        return true
      })
    },

    /** Organizations whose starting library is still to be written, each with the user who writes it. */
    librariesDue: () =>
      db
        .selectFrom('organizations as o')
        .innerJoin('users as u', 'u.org_id', 'o.org_id')
        .distinctOn('u.org_id')
        .select([...ACCOUNT, 'o.created_at'])
        .where('o.library_due', '=', true)
        .where(({ eb, val }) => eb('u.perms', '@>', val([1, 2, 3])))
        .orderBy('u.org_id')
        .orderBy('u.created_at')
        .orderBy('u.user_id')
        .execute(),

    /** The speakers of an organization by their e-mails. */
    async speakersOf(orgId: string): Promise<Map<string, Speaker>> {
      const accounts = await db
        .selectFrom('users as u')
        .innerJoin('organizations as o', 'o.org_id', 'u.org_id')
        .select(ACCOUNT)
        .where('u.org_id', '=', orgId)
        .where('u.removed_at', 'is', null)
        .execute()
      return new Map(accounts.map((account) => [account.email, speakerOf(account)]))
    },

    async libraryWritten(orgId: string): Promise<void> {
      await db.updateTable('organizations').set({ library_due: false }).where('org_id', '=', orgId).execute()
    },

    /**
     * Makes or mends the user of the demonstration who has this e-mail; `made` hears the hash of their password where they are
     * there. False where there is no demonstration, or a real clinic too.
     */
    async visitor(
      email: string,
      now: Date,
      made: (hash: string | undefined) => Promise<Omit<NewUser, 'org_id' | 'email'>>,
    ): Promise<boolean> {
      return inTransaction(pool, async (client) => {
        const own = queriesOn(client)
        await own.selectFrom('installation').select('only_row').forUpdate().execute()
        if ((await countClinics(own)).real > 0) return false
        const demo = await own
          .selectFrom('organizations')
          .select('org_id')
          .where('demo', '=', true)
          .executeTakeFirst()
        if (demo === undefined) return false
        const key = { org_id: demo.org_id, email, removed_at: null }
        const stands = await own
          .selectFrom('users')
          .select('password_hash')
          .where(({ and }) => and(key))
          .executeTakeFirst()
        const { user_id, name, password_hash, perms } = await made(stands?.password_hash)
        if (stands === undefined) {
          await addUser(client, { org_id: demo.org_id, user_id, name, email, password_hash, perms }, now)
        } else {
          await own
            .updateTable('users')
            .set({ password_hash, perms })
            .where(({ and }) => and(key))
            .execute()
        }
        return true
      })
    },

    async epoch(): Promise<string> {
      return (await db.selectFrom('installation').select('epoch').executeTakeFirstOrThrow()).epoch
    },
  }
}

/** Who signs in with an e-mail; a user whom nobody is where nobody does. */
export async function directoryEntry(db: Queries, email: string): Promise<DirectoryEntry> {
  const entry = await db
    .selectFrom('sign_in_directory')
    .select(['org_id', 'user_id'])
    .where('email', '=', email)
    .executeTakeFirst()
  return entry ?? { org_id: NOBODY, user_id: NOBODY }
}
type DirectoryEntry = Pick<NewUser, 'org_id' | 'user_id'>
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** The account that the directory names for an e-mail, and its organization; asked of that clinic alone. */
export const accountsIn = (db: Queries, email: string, { org_id, user_id }: DirectoryEntry) =>
  db
    .selectFrom('users as u')
    .innerJoin('organizations as o', 'o.org_id', 'u.org_id')
    .where(({ and }) =>
      and({ 'u.org_id': org_id, 'u.user_id': user_id, 'u.email': email, 'u.removed_at': null }),
    )

/** Makes an organization with its first users, of whom the first founded it. */
export async function insertClinic(
  client: PoolClient,
  organization: NewOrganization,
  users: readonly NewUser[],
  now: Date,
): Promise<void> {
  await queriesOn(client)
    .insertInto('organizations')
    .values({ ...organization, created_at: now })
    .execute()
  for (const user of users) await addUser(client, user, now)
  const [founder] = users
  if (!founder) return
  const speaker = { ...founder, user_name: founder.name, org_name: organization.name }
  await logAction(client, speaker, accountLog.registered(organization.name), now)
}

export async function countClinics(db: Queries): Promise<Clinics> {
  // By itself: a distributed database counts in all its parts, and this stands in none of them.
  const { demonstration_removed_at } = await db
    .selectFrom('installation')
    .select('demonstration_removed_at')
    .executeTakeFirstOrThrow()
  const counts = await db
    .selectFrom('organizations')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('demo', '=', true).as('demo'),
      fn.countAll<number>().filterWhere('demo', '=', false).as('real'),
      fn
        .agg<string | null>('min', [sql<string>`org_id::text`])
        .filterWhere('demo', '=', true)
        .as('demoId'),
    ])
    .executeTakeFirstOrThrow()
  return { ...counts, demoRemoved: demonstration_removed_at !== null }
}

/** Adds a user who can sign in; refuses an e-mail that somebody signs in with already. */
export async function addUser(client: Pick<PoolClient, 'query'>, user: NewUser, now: Date): Promise<void> {
  const db = queriesOn(client)
  const { email, org_id, user_id } = user
  const added = await db
    .insertInto('users')
    .values({ ...user, created_at: now })
    .onConflict((on) => on.columns(['org_id', 'email']).where('removed_at', 'is', null).doNothing())
    .executeTakeFirst()
  if (added.numInsertedOrUpdatedRows === 1n) {
    const listed = await db
      .insertInto('sign_in_directory')
      .values({ email, org_id, user_id })
      .onConflict((on) => on.doNothing())
      .executeTakeFirst()
    if (listed.numInsertedOrUpdatedRows === 1n) return
  }
  throw new ProtocolError('conflict', 'This email is already registered.', { field: 'email' })
}
