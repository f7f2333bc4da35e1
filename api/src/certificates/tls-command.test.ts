import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { endProcesses, runProgram } from '../database/testing-process.ts'
import { authorityFile } from './files.ts'

const certificate = join(import.meta.dirname, '../testing-certificate/clinic.test.crt')

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tls command '))
})
afterEach(() => rm(folder, { recursive: true }))
afterAll(endProcesses)

async function run(env: Record<string, string> = {}): Promise<[number | null, string]> {
  const program = runProgram('certificates/tls-command.ts', [], {
    DATA_DIR: folder,
    HOST: '10.0.0.7',
    ...env,
  })
  return [await program.ended, program.printed()]
}

describe('npm run tls', () => {
  test('makes the certificates, and says how tablets trust them and that TLS=auto is missing', async () => {
    const [code, said] = await run()
    expect(code).toBe(0)
    expect(said).toContain('The server is at https://10.0.0.7:3000.')
    expect(said).toMatch(/Its certificate ends on \d{4}-\d\d-\d\d and is renewed by itself\./)
    expect(said).toMatch(/follow the steps there:\nhttp:\/\/10\.0\.0\.7:3000\/trust\n\n█/)
    expect(said).toMatch(/SHA-256 {2}([0-9A-F]{4} ){15}[0-9A-F]{4}\n/)
    expect(said).toMatch(/Start the server with TLS=auto: TLS=auto npm start\n$/)
    const authority = await readFile(authorityFile(folder), 'utf8')
    const [, again] = await run({ TLS: 'auto' })
    expect(again).not.toContain('Start the server')
    expect(/SHA-256.*/.exec(again)?.[0]).toBe(/SHA-256.*/.exec(said)?.[0])
    expect(await readFile(authorityFile(folder), 'utf8')).toBe(authority)
  })

  test('names what the authority may not speak for', async () => {
    await run()
    const [code, said] = await run({ PUBLIC_URL: 'https://clinic.example' })
    expect(code).toBe(0)
    expect(said).toContain(
      'The certificate does not cover clinic.example: the authority was made for other names.',
    )
  })

  test('leaves the certificate of the operator alone', async () => {
    const [code, said] = await run({ TLS_CERT: certificate, TLS_KEY: certificate.replace(/crt$/, 'key') })
    expect([code, said]).toEqual([
      0,
      expect.stringMatching(
        /^The server speaks https with the certificate in TLS_CERT, which ends on \d{4}-/,
      ),
    ])
  })

  test('says in one sentence what is wrong with the authority', async () => {
    await run()
    await writeFile(authorityFile(folder), 'half')
    const [code, said] = await run()
    expect(code).toBe(1)
    expect(said.trim().split('\n')).toEqual([
      expect.stringMatching(/does not hold the authority and its key/),
    ])
  })
})
