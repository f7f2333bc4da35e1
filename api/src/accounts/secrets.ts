import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'

const secrets = z.object({ jwt: z.string().min(43), receipt: z.string().min(43) })
/** `jwt` signs sessions; `receipt` signs what the server acknowledged, and must outlive any restore of the database. */
export type Secrets = z.infer<typeof secrets>

const fresh = () => randomBytes(32).toString('base64url')

/**
 * The installation's secrets, made at the first start and then never changed: `secrets.json` in the data folder, readable by
 * its owner only. They are not in the database, so a backup of it holds no key.
 */
export async function readSecrets(dataFolder: string): Promise<Secrets> {
  const path = join(dataFolder, 'secrets.json')
  await mkdir(dataFolder, { recursive: true })
  const made: Secrets = { jwt: fresh(), receipt: fresh() }
  await createOnce(path, `${JSON.stringify(made, null, 2)}\n`)
  const parsed = secrets.safeParse(parseJson(await readFile(path, 'utf8')))
  if (!parsed.success)
    throw new Error(`${path} does not hold this installation's secrets. Restore it from a copy.`)
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Writes a file for its owner's eyes unless it is there already; of two at once one wins, and none is ever half written. */
export async function createOnce(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  try {
    await link(draft, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await rm(draft)
  }
}
