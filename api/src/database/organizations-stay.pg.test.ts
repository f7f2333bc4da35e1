import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { foundClinic } from '../sync/testing-clinic.ts'
import { testDatabase } from './testing.ts'

const { pool } = await testDatabase()

test.each([
  ['deleted', 'DELETE FROM organizations WHERE org_id = $1', 1],
  ['renumbered', `UPDATE organizations SET org_id = '${randomUUID()}' WHERE org_id = $1`, 1],
  ['emptied away', 'TRUNCATE organizations CASCADE', 0],
])('[P6] an organization is never %s: what it owns is not checked row by row', async (_, text, values) => {
  const clinic = await foundClinic(pool)
  for (const role of ['origin', 'replica']) {
    const client = await pool.connect()
    try {
      await client.query(`SET session_replication_role = ${role}`)
      await expect(client.query(text, [clinic].slice(0, values))).rejects.toMatchObject({ code: '23001' })
    } finally {
      client.release(true)
    }
  }
  const { rows } = await pool.query('SELECT 1 FROM organizations WHERE org_id = $1', [clinic])
  expect(rows).toHaveLength(1)
})
