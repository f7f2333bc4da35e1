import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { CannotStart } from '../cannot-start.ts'

const secrets = z.object({ jwt: z.string().min(43), receipt: z.string().min(43) })
/** `jwt` signs sessions; `receipt` signs what the server acknowledged, and must outlive any restore of the database. */
export type Secrets = z.infer<typeof secrets>

const fresh = () => randomBytes(32).toString('base64url')

/**
 * The installation's secrets, made at the first start and then never changed: `secrets.json` in the data folder, readable by
 * its owner only. They are not in the database.
 */
export async function readSecrets(dataFolder: string): Promise<Secrets> {
  const path = secretsFile(dataFolder)
  await mkdir(dataFolder, { recursive: true })
  const made: Secrets = { jwt: fresh(), receipt: fresh() }
  await createOnce(path, `${JSON.stringify(made, null, 2)}\n`)
  return secretsIn(path, await readFile(path, 'utf8'))
}

const secretsFile = (dataFolder: string) => join(dataFolder, 'secrets.json')

function secretsIn(path: string, text: string): Secrets {
  const parsed = secrets.safeParse(parseJson(text))
  if (!parsed.success)
    throw new CannotStart(`${path} does not hold this installation's secrets. Restore it from a copy.`)
  return parsed.data
}

/** Those of a data folder that has some. */
export async function keptSecrets(dataFolder: string): Promise<Secrets | undefined> {
  const path = secretsFile(dataFolder)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return text === undefined ? undefined : secretsIn(path, text)
}

/** What putting secrets in their place meant: they were these already, there were none, or the ones before are in the named file. */
export type PutSecrets = 'same' | 'put' | { before: string }

/** Puts the secrets that came with a backup in their place. The ones before are kept beside them. */
export async function putSecrets(dataFolder: string, given: Secrets, now: Date): Promise<PutSecrets> {
  const path = secretsFile(dataFolder)
  const present = await keptSecrets(dataFolder)
  if (present?.jwt === given.jwt && present.receipt === given.receipt) return 'same'
  const text = `${JSON.stringify(given, null, 2)}\n`
  if (present === undefined) {
    await mkdir(dataFolder, { recursive: true })
    await createOnce(path, text)
    return 'put'
  }
  const before = `secrets.before-${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.json`
  await link(path, join(dataFolder, before))
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  await createOnce(draft, text)
  await rename(draft, path)
  return { before }
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
