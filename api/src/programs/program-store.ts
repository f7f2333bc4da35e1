import { randomUUID } from 'node:crypto'
import { PERMISSION } from 'sync-protocol/rules/permissions'
import { checkProgramName } from 'sync-protocol/rules/program-form'
import { ProtocolError } from 'sync-protocol/wire/errors'
import type { NewProgramRequest, Program } from 'sync-protocol/wire/programs'
import type { Speaker } from 'sync-protocol/wire/store'
import { accountLog } from '../accounts/account-log-text.ts'
import { ACCOUNT, type Account } from '../accounts/session-store.ts'
import { logAction } from '../action-log/action-log-store.ts'
import type { Database } from '../database/connect.ts'
import { queriesOn, type Queries, type Row } from '../database/queries.ts'
import { inTransaction } from '../database/transaction.ts'
import { isSameHash, newKey, partsOfKey } from './program-key.ts'

/** More is somebody who lost count of them. */
const PROGRAMS_MAX = 20
/** A program that calls each second writes its row down once a minute. */
const MINUTE_MS = 60_000

export type ProgramStore = ReturnType<typeof programStore>
export type Bearer = Account & { access: Program['access'] }

/** The other programs of a clinic, each with its key. */
export function programStore({ pool }: Database) {
  const db = queriesOn(pool)
  return {
    programs: (orgId: string) => livePrograms(db, orgId),

    /**
     * Makes a program and its key, whose text nobody can be told again.
     * @throws ProtocolError invalid at `name`, conflict for a name that a program has, limit
     */
    async make(
      speaker: Speaker,
      { name: typed, access, org_perms }: NewProgramRequest,
      now: Date,
    ): Promise<{ program: Program; key: string }> {
      const wrong = checkProgramName(typed)
      if (wrong) throw new ProtocolError('invalid', wrong.message, { field: wrong.field })
      const { org_id } = speaker
      const program: Program = {
        _id: randomUUID(),
        name: typed.trim(),
        access,
        org_perms: permissionsOf(access, org_perms),
        created_at: now.toISOString(),
        last_used: null,
      }
      const key = newKey(org_id, program._id)
      await asManager(pool, speaker, async (own, client) => {
        const others = await livePrograms(own, org_id)
        const isTaken = others.some(({ name }) => name.toLowerCase() === program.name.toLowerCase())
        if (isTaken) throw new ProtocolError('conflict', 'Another program has this name.', { field: 'name' })
        if (others.length >= PROGRAMS_MAX)
          throw new ProtocolError('limit', `There can be ${PROGRAMS_MAX} programs. Revoke one first.`)
        await own
          .insertInto('users')
          .values({
            org_id,
            user_id: program._id,
            name: program.name,
            // Unique, and of nobody: no program signs in.
            email: program._id,
            password_hash: key.hash,
            perms: program.org_perms,
            program: access,
            created_at: now,
          })
          .execute()
        await logAction(client, speaker, accountLog.madeKey(program), now)
      })
      return { program, key: key.text }
    },

    /** From its next call on the program is nobody's any more; false where there is none. */
    async end(speaker: Speaker, id: string, now: Date): Promise<boolean> {
      return asManager(pool, speaker, async (own, client) => {
        const ended = await own
          .updateTable('users')
          .set({ removed_at: now })
          .where(({ and }) => and({ org_id: speaker.org_id, user_id: id, removed_at: null }))
          .where('program', 'is not', null)
          .returning('name')
          .executeTakeFirst()
        if (!ended) return false
        await logAction(client, speaker, accountLog.revokedKey(ended.name), now)
        return true
      })
    },

    /** Whose key this is; undefined for none, and for one that was revoked. */
    async bearer(token: string, now: Date): Promise<Bearer | undefined> {
      const said = partsOfKey(token)
      if (!said) return undefined
      const { org_id, user_id, hash } = said
      const { rows } = await pool.query<
        Account & Pick<Row<'users'>, 'program' | 'password_hash' | 'last_used'>
      >({
        name: 'bearer-of-key',
        text: `select ${ACCOUNT.join(', ')}, u.program, u.password_hash, u.last_used
          from users u join organizations o on o.org_id = u.org_id
          where u.org_id = $1 and u.user_id = $2 and u.program is not null and u.removed_at is null`,
        values: [org_id, user_id],
      })
      const [found] = rows
      if (!found || !isSameHash(found.password_hash, hash)) return undefined
      const { program, password_hash: _, last_used, ...account } = found
      if (last_used === null || now.getTime() - last_used.getTime() >= MINUTE_MS)
        await db
          .updateTable('users')
          .set({ last_used: now })
          .where(({ and }) => and({ org_id, user_id }))
          .execute()
      return { ...account, access: program === 'writes' ? 'writes' : 'reads' }
    },
  }
}

/** Whoever only asks changes nobody's records; whoever writes has its own at least. */
const permissionsOf = (access: Program['access'], wanted: readonly number[]): number[] =>
  [...new Set([PERMISSION.records, ...(access === 'writes' ? wanted : [])])].sort((a, b) => a - b)

/** In the line of those who change the organization's users, and still its manager there. */
const asManager = <T>(
  pool: Database['pool'],
  { org_id, user_id }: Speaker,
  work: (own: Queries, client: Parameters<typeof logAction>[0]) => Promise<T>,
): Promise<T> =>
  inTransaction(pool, async (client) => {
    const own = queriesOn(client)
    await own.selectFrom('organizations').select('org_id').where('org_id', '=', org_id).forUpdate().execute()
    const manager = await own
      .selectFrom('users')
      .select('perms')
      .where(({ and }) => and({ org_id, user_id, removed_at: null }))
      .executeTakeFirst()
    if (!manager?.perms.includes(PERMISSION.organization))
      throw new ProtocolError('forbidden', "You don't have access to this page.")
    return work(own, client)
  })

async function livePrograms(db: Queries, org_id: string): Promise<Program[]> {
  const rows = await db
    .selectFrom('users')
    .select(['user_id', 'name', 'perms', 'program', 'created_at', 'last_used'])
    .where(({ and }) => and({ org_id, removed_at: null }))
    .where('program', 'is not', null)
    .orderBy(({ fn }) => fn('lower', ['name']))
    .orderBy('user_id')
    .execute()
  return rows.map(({ user_id, name, perms, program, created_at, last_used }) => ({
    _id: user_id,
    name,
    access: program === 'writes' ? 'writes' : 'reads',
    org_perms: perms,
    created_at: created_at.toISOString(),
    last_used: last_used?.toISOString() ?? null,
  }))
}
