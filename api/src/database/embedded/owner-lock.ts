import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rename, rm, symlink } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { shortTemporaryFolder } from './run-folder.ts'
import { CannotStart } from '../../cannot-start.ts'

/**
 * One process owns a data folder. The lock is a listening unix socket in the folder: it dies with its
 * process, unlike a file with a process id. A newcomer first shows its own socket, then asks all others, so
 * of two that start at once at least one sees the other; the smaller name goes first.
 */
export interface Ownership {
  /** From now on tells those who ask how to reach the database. */
  announce: (url: string) => void
  release: () => Promise<void>
}

interface Answer {
  held: boolean
  url: string | null
}

const prefix = 'owner-'
const answerWithin = 2000

export class DataFolderInUse extends CannotStart {}

export async function takeOwnership(folder: string): Promise<Ownership> {
  const name = prefix + randomBytes(6).toString('hex')
  const state: Answer = { held: false, url: null }
  const server = await listenAs(folder, name, state)
  const release = async (): Promise<void> => {
    await rm(join(folder, name), { force: true })
    server.close()
  }
  for (;;) {
    const others = await ownersOf(folder, name)
    if (others.length === 0) break
    if (others.some(({ other, answer }) => answer.held || other < name)) {
      await release()
      throw new DataFolderInUse(
        `The data folder ${folder} is in use by another copy of this program. Stop that one first, or set DATA_DIR to another folder.`,
      )
    }
    await pause(20)
  }
  state.held = true
  return { announce: (url) => void (state.url = url), release }
}

/** How to reach the database of the process that owns the folder; undefined when nobody does. */
export async function askOwner(folder: string, patience = 60_000): Promise<string | undefined> {
  for (const until = Date.now() + patience; Date.now() < until; await pause(50)) {
    const owners = await ownersOf(folder)
    if (owners.length === 0) return undefined
    const url = owners.find(({ answer }) => answer.url !== null)?.answer.url
    if (url) return url
  }
  throw new DataFolderInUse(`The data folder ${folder} is in use, but its database does not become ready.`)
}

async function listenAs(folder: string, name: string, state: Answer): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.end(JSON.stringify(state))
  })
  // Only a socket that already listens gets the lock's name, so that nobody takes it for a dead one.
  await throughShortPath(folder, (short) => {
    return new Promise<void>((resolve, reject) => {
      server.on('error', reject)
      server.listen(join(short, `new-${name}`), resolve)
    })
  })
  await rename(join(folder, `new-${name}`), join(folder, name))
  return server.unref()
}

async function ownersOf(folder: string, except?: string): Promise<{ other: string; answer: Answer }[]> {
  const found: { other: string; answer: Answer }[] = []
  for (const other of (await readdir(folder)).filter((file) => file.startsWith(prefix) && file !== except)) {
    const answer = await ask(folder, other)
    if (answer) found.push({ other, answer })
    else await rm(join(folder, other), { force: true })
  }
  return found
}

async function ask(folder: string, name: string): Promise<Answer | undefined> {
  return throughShortPath(folder, (short) => {
    return new Promise((resolve, reject) => {
      let text = ''
      const socket = connect(join(short, name))
      // An owner that is too busy to answer still holds the folder.
      const busy: Answer = { held: true, url: null }
      socket.setTimeout(answerWithin, () => {
        socket.destroy()
        resolve(busy)
      })
      socket.setEncoding('utf8').on('data', (piece: string) => (text += piece))
      socket.on('end', () => resolve(text === '' ? undefined : (JSON.parse(text) as Answer)))
      socket.on('error', (error: NodeJS.ErrnoException) => {
        if (['ECONNREFUSED', 'ENOENT', 'ECONNRESET'].includes(error.code ?? '')) resolve(undefined)
        else if (error.code === 'EAGAIN') resolve(busy)
        else if (error.code === 'EACCES')
          reject(new DataFolderInUse(`${folder} belongs to another user's start.`))
        else reject(error)
      })
    })
  })
}

/** Socket paths end at 103 bytes; a link in the temporary folder makes any folder's path short. */
async function throughShortPath<T>(folder: string, use: (short: string) => Promise<T>): Promise<T> {
  const around = await mkdtemp(join(shortTemporaryFolder(), 'va-lock-'))
  try {
    await symlink(folder, join(around, 'd'))
    return await use(join(around, 'd'))
  } finally {
    await rm(around, { recursive: true, force: true })
  }
}
