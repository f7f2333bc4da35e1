import type pg from 'pg'
import { queriesOn, type Queries } from '../database/queries.ts'

export interface ListedClinic {
  org_id: string
  name: string
  key: string
  maximum_users: number
  demo: boolean
  /** Those who can log in. */
  users: number
}

const listing = (db: Queries) =>
  db
    .selectFrom('organizations as o')
    .leftJoin('users as u', (join) => join.onRef('u.org_id', '=', 'o.org_id').on('u.removed_at', 'is', null))
    .select(['o.org_id', 'o.name', 'o.key', 'o.maximum_users', 'o.demo'])
    .select(({ fn }) => fn.count<number>('u.user_id').as('users'))
    .groupBy('o.org_id')

export const listClinics = (pool: pg.Pool): Promise<ListedClinic[]> =>
  listing(queriesOn(pool)).orderBy('o.name').orderBy('o.key').execute()

export const clinicOfKey = (pool: pg.Pool, key: string): Promise<ListedClinic | undefined> =>
  listing(queriesOn(pool)).where('o.key', '=', key).executeTakeFirst()
