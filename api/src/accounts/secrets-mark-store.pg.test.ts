import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { testApp } from '../testing.ts'
import { otherSecrets } from './secrets-mark-store.ts'

const secret = () => randomBytes(32).toString('base64url')
const made = () => ({ jwt: secret(), receipt: secret() })

test('a database that another data folder served before is told of, and each time that it changes', async () => {
  const { database } = await testApp()
  const [own, other] = [made(), made()]
  const said: boolean[] = []
  for (const secrets of [own, own, other, other, own, { ...own, receipt: secret() }])
    said.push((await otherSecrets(database.pool, secrets)) !== undefined)
  expect(said).toEqual([false, false, true, false, true, true])
})
