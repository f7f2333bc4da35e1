import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readSecrets } from '../accounts/secrets.ts'
import { ownCertificates } from '../certificates/own-certificates.ts'
import { writeBackupState, type BackupState } from '../database/backup/kept-backups.ts'
import { emptyDatabase } from '../database/testing.ts'
import { endProcesses, runProgram } from '../database/testing-process.ts'
import { templateName } from '../database/testing-url.ts'
import { smtpServer, SMTP_PASSWORD, TRUSTED, USER, type TestSmtpServer } from '../mail/testing-smtp.ts'
import { examine, type Examined } from './doctor.ts'

const certificates = join(import.meta.dirname, '../testing-certificate')
const NOW = Date.now()
const DAY_MS = 24 * 3_600_000
const ago = (days: number) => new Date(NOW - days * DAY_MS).toISOString()

let folder: string
let url: string
let config: Examined
let smtp: TestSmtpServer
beforeAll(async () => {
  url = await emptyDatabase(templateName)
  smtp = await smtpServer()
})
afterAll(() => smtp.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doctor '))
  await readSecrets(folder)
  await mkdir(join(folder, 'backups'))
  config = {
    dataFolder: folder,
    backups: { folder: join(folder, 'backups'), keep: 14, at: '02:00', passphrase: undefined },
    tls: undefined,
    mail: { smtpUrl: `smtp://127.0.0.1:${smtp.port}?${TRUSTED}`, from: 'clinic@clinic.test' },
    publicUrl: 'https://clinic.test',
  }
})
afterAll(endProcesses)

const lines = async (part: Partial<Examined> = {}, at = url, now = NOW) =>
  (await examine({ ...config, ...part }, at, () => new Date(now))).map(
    ({ level, line }) => `${level} ${line}`,
  )
const made = (days: number, proven: true | string = true) => ({
  made: { at: ago(days), file: 'x', bytes: 1, rows: 1, proven },
  failed: null,
})

describe('the doctor', () => {
  test('finds nothing bad in a server that is well', async () => {
    await writeBackupState(config.backups.folder, made(0.5))
    const found = await lines()
    expect(found.filter((line) => line.startsWith('bad'))).toEqual([])
    expect(found).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^good The database answers \(PostgreSQL \d+/),
        'good The database is up to date.',
        'good The secrets are there.',
        expect.stringMatching(/^good The last backup is of /),
        'good The mail server takes e-mails. They lead to https://clinic.test.',
      ]),
    )
  })

  test.each<[string, BackupState | null, string | undefined]>([
    ['care There is no backup yet.', null, '02:00'],
    ['bad No backup is made by itself', null, undefined],
    ['bad The last backup is of', made(3.1), '02:00'],
    ['care The last backup is of', made(1, 'No engine.'), '02:00'],
    ['care The last backup is of', made(-1), '02:00'],
    ['bad The backup failed at', { ...made(1), failed: { at: ago(0), why: 'No room.' } }, '02:00'],
  ])('%s: %j', async (line, state, at) => {
    if (state) await writeBackupState(config.backups.folder, state)
    const found = await lines({ backups: { ...config.backups, at } })
    expect(found).toContainEqual(expect.stringContaining(line))
  })

  test('says of the certificate when it ends', async () => {
    const tls = { cert: join(certificates, 'clinic.test.crt'), key: join(certificates, 'clinic.test.key') }
    const at = (now: number) => lines({ tls }, url, now)
    const good = (await at(NOW)).find((line) => line.includes('certificate holds until'))
    const end = Date.parse(/until (.*)\.$/.exec(good ?? '')?.[1] ?? '')
    expect(await at(end - 10 * DAY_MS)).toContainEqual(
      expect.stringContaining('care The certificate ends on'),
    )
    expect(await at(end + DAY_MS)).toContainEqual(expect.stringContaining('bad The certificate ended on'))
    expect(await lines()).toContainEqual(expect.stringContaining('care This server speaks plain http.'))
  })

  test('says of a certificate for another host where the tablets would be refused', async () => {
    const tls = { cert: join(certificates, 'clinic.test.crt'), key: join(certificates, 'clinic.test.key') }
    expect(await lines({ tls, publicUrl: 'https://192.168.1.20:3000' })).toContainEqual(
      expect.stringMatching(
        /^bad The certificate in TLS_CERT is not for 192\.168\.1\.20, but for clinic\.test.*PUBLIC_URL/,
      ),
    )
  })

  test('says of certificates of its own that they are renewed, and when the authority ends', async () => {
    const at = (now: number) => lines({ tls: 'auto' }, url, now)
    expect(await at(NOW)).toContainEqual(expect.stringMatching(/^care There is no certificate yet\./))
    const names = { dns: ['localhost'], ip: ['127.0.0.1'] }
    const { authority } = await ownCertificates(folder, names, new Date(NOW))
    expect(await at(NOW)).toContainEqual(
      expect.stringMatching(
        /^good The certificate holds until 20\d\d-\d\d-\d\d, and is renewed by itself\.$/,
      ),
    )
    expect(await at(NOW + 400 * DAY_MS)).toContainEqual(
      expect.stringMatching(/^bad The certificate ended on .* it makes a new one by itself\.$/),
    )
    const late = Date.parse(authority.validTo) - 80 * DAY_MS
    await ownCertificates(folder, names, new Date(late))
    expect(await at(late)).toContainEqual(
      expect.stringMatching(/^care The authority ends on .*: remove .*authority\.pem, start again/),
    )
  })

  test('asks the mail server, and says why it cannot be used', async () => {
    const said = async (smtpUrl: string) =>
      (await lines({ mail: { ...config.mail, smtpUrl } })).filter((line) => /mail/i.test(line))
    const login = (password: string) =>
      `smtp://${USER}:${encodeURIComponent(password)}@127.0.0.1:${smtp.port}?${TRUSTED}`
    expect(await said(login(SMTP_PASSWORD))).toEqual([expect.stringContaining('good The mail server takes')])
    expect(await said(login('wrong'))).toEqual([
      expect.stringMatching(/^bad The mail server of SMTP_URL cannot be used: .*Wrong user name or password/),
    ])
    expect(await said('smtp://127.0.0.1:1')).toEqual([
      expect.stringMatching(/^bad The mail server of SMTP_URL cannot be used: .*ECONNREFUSED/),
    ])
  })

  test('says what keeps it from its work', async () => {
    const gone = await lines({ dataFolder: join(folder, 'none') })
    expect(gone).toContainEqual(expect.stringMatching(/^bad The data folder .* is missing or read-only\./))
    expect(await lines({}, 'postgresql://x@127.0.0.1:1/x')).toContainEqual(
      expect.stringContaining('bad The database cannot be reached'),
    )
    expect(await lines({}, await emptyDatabase())).toContainEqual(
      expect.stringMatching(/^care The database is \d+ updates behind\. The next start does them\./),
    )
    await writeFile(join(folder, 'secrets.json'), 'broken')
    expect(await lines({ publicUrl: 'http://localhost:3000' })).toEqual(
      expect.arrayContaining([
        expect.stringContaining('bad Something could not be checked'),
        expect.stringContaining('bad Links in e-mails lead to localhost'),
      ]),
    )
    await rm(join(folder, 'secrets.json'))
    expect(await lines({ mail: { ...config.mail, smtpUrl: undefined } })).toEqual(
      expect.arrayContaining([
        expect.stringContaining('care There is no secrets.json'),
        expect.stringContaining('care There is no mail server'),
      ]),
    )
    expect(await lines({}, url, NOW + 2 * 365 * DAY_MS)).toContainEqual(
      expect.stringMatching(/^bad The database's clock is \d+ seconds behind/),
    )
  })

  test('npm run admin -- doctor ends with 1 when something has to be put right', async () => {
    const program = runProgram('admin/admin-command.ts', ['doctor'], {
      DATABASE_URL: url,
      DATA_DIR: folder,
      BACKUP_AT: 'off',
    })
    expect(await program.ended).toBe(1)
    expect(program.printed()).toMatch(
      /^ok {4}The database answers[\s\S]*BAD {3}No backup[\s\S]*One thing has to/,
    )
    await writeBackupState(config.backups.folder, made(0))
    const well = runProgram('admin/admin-command.ts', ['doctor'], { DATABASE_URL: url, DATA_DIR: folder })
    expect([await well.ended, well.printed()]).toEqual([0, expect.stringMatching(/All is well\.\n$/)])
  }, 60_000)
})
