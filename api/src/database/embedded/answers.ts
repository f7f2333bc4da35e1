import pg from 'pg'
import { isAway } from '../../errors.ts'

/**
 * Whether the engine answers: not while it is on its way, which may take minutes after a power cut, nor where it ends while it is
 * asked.
 * @throws what else the engine answers
 */
export async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch (error) {
    if (isAway(error)) return false
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}
