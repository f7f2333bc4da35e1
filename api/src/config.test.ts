import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { lanAddresses } from './addresses.ts'
import { BadConfiguration, readConfig, SETTINGS } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'config-'))
const certificates = join(import.meta.dirname, 'testing-certificate')
const cert = join(certificates, 'clinic.test.crt')
const key = join(certificates, 'clinic.test.key')
const otherKey = join(certificates, 'other.key')
const text = join(folder, 'text.pem')
writeFileSync(text, 'certificate')
afterAll(() => rmSync(folder, { recursive: true }))

function complaintAbout(env: NodeJS.ProcessEnv): string {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof BadConfiguration) return error.message
    throw error
  }
  return ''
}

describe('each setting', () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')

  it('stands in the list of settings', () => {
    const listed = read('.docs/operating.md')
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .flatMap((line) => [...line.split('|')[1]!.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name))
    expect(SETTINGS.filter((name) => !listed.includes(name))).toEqual([])
  })

  it('reaches the server of compose.yaml, or is one of those that have no meaning there', () => {
    const compose = read('.deploy/compose.yaml')
    const passed = [...compose.matchAll(/^ {6}([A-Z_]+): /gm)].map(([, name]) => name)
    const ofContainer = ['PORT', 'HOST', 'DATA_DIR', 'BACKUP_DIR']
    // Its database is the one beside it.
    const ofOther = ['DATABASE_OWNER_URL', 'DATABASE_POOLER', 'DATABASE_DIRECT_URL', 'DEMO', 'DEMO_RESET_AT']
    // Caddy has the certificate.
    const ofProxy = ['TLS', 'TLS_CERT', 'TLS_KEY']
    const meaningless = [...ofContainer, ...ofOther, ...ofProxy]
    expect(SETTINGS.filter((name) => !passed.includes(name))).toEqual(meaningless.toSorted(inOrder))
  })
  const inOrder = (a: string, b: string) => SETTINGS.indexOf(a) - SETTINGS.indexOf(b)
})

describe('configuration', () => {
  it('has a default for everything', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      port: 3000,
      host: '0.0.0.0',
      databaseUrl: undefined,
      connections: 15,
      backups: { keep: 14, at: '02:00', passphrase: undefined },
      registration: 'first',
      demonstration: 'week',
      resetDemonstration: { at: '03:00', always: false },
      tls: undefined,
      trustProxy: false,
      mail: { smtpUrl: undefined },
      publicUrl: 'http://localhost:3000',
      logLevel: 'warn',
      metrics: undefined,
      closeDelay: 0,
    })
    expect(config.dataFolder).toBe(join(import.meta.dirname, '../../data'))
  })

  it('takes what is set, and an empty value for none', () => {
    const env = {
      PORT: '8443',
      HOST: '::1',
      DATA_DIR: '/var/lib/clinic',
      DATABASE_URL: 'postgresql://clinic:secret@db.example:5432/clinic',
      DATABASE_OWNER_URL: 'postgresql://owner:secret@db.example:5432/clinic',
      DATABASE_POOLER: 'transaction',
      DATABASE_DIRECT_URL: 'postgresql://clinic:secret@db-1.example:5432/clinic',
      DATABASE_CONNECTIONS: '40',
      BACKUP_AT: '23:30',
      BACKUP_DIR: '/mnt/backups',
      BACKUP_KEEP: '30',
      BACKUP_PASSPHRASE: 'lamp otter violin seven',
      REGISTRATION: 'closed',
      DEMO: '',
      DEMO_RESET_AT: '04:15',
      TLS_CERT: cert,
      TLS_KEY: key,
      TRUST_PROXY: '10.0.0.1, 10.0.0.0/8,fd00::/8',
      SMTP_URL: 'smtp://clinic:se%40cret@mail.example:587?tls.servername=mail.example',
      MAIL_FROM: 'Elm Street Clinic <clinic@example.com>',
      PUBLIC_URL: 'https://clinic.example:443/',
      LOG_LEVEL: 'info',
      METRICS_TOKEN: 'a-token-of-prometheus',
      CLOSE_DELAY: '15',
    }
    expect(readConfig(env)).toEqual({
      port: 8443,
      host: '::1',
      dataFolder: '/var/lib/clinic',
      databaseUrl: env.DATABASE_URL,
      ownerUrl: env.DATABASE_OWNER_URL,
      directUrl: env.DATABASE_DIRECT_URL,
      connections: 40,
      backups: { folder: '/mnt/backups', keep: 30, at: '23:30', passphrase: env.BACKUP_PASSPHRASE },
      registration: 'closed',
      demonstration: false,
      resetDemonstration: { at: '04:15', always: true },
      tls: { cert, key },
      trustProxy: ['10.0.0.1', '10.0.0.0/8', 'fd00::/8'],
      mail: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM },
      publicUrl: 'https://clinic.example',
      logLevel: 'info',
      metrics: { token: env.METRICS_TOKEN },
      closeDelay: 15,
    })
    expect(readConfig({ METRICS: 'on' }).metrics).toEqual({ token: undefined })
    expect(readConfig({ METRICS: 'off', METRICS_TOKEN: env.METRICS_TOKEN }).metrics).toBeUndefined()
    expect(readConfig({ BACKUP_AT: 'off' }).backups.at).toBeUndefined()
    expect(readConfig({ TLS: 'auto' }).tls).toBe('auto')
    expect(readConfig({ TLS: 'off' }).tls).toBeUndefined()
    expect(readConfig({ DEMO_RESET_AT: 'off' }).resetDemonstration).toBeUndefined()
    expect(readConfig({ DEMO: 'off' }).demonstration).toBe(false)
    expect(readConfig({ DEMO: 'library' }).demonstration).toBe('library')
    expect(readConfig({ TRUST_PROXY: 'on' }).trustProxy).toBe(1)
    expect(readConfig({ TRUST_PROXY: '2' }).trustProxy).toBe(2)
    for (const url of [
      'postgresql://postgres@%2Frun%2Fpg/clinic',
      'postgres://clinic@/clinic?host=/run/pg',
    ]) {
      expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url)
    }
  })

  it.each([
    [{ PORT: 'http' }, 'PORT is a number from 1 to 65535; it says "http".'],
    [{ PORT: '0' }, 'PORT is a number from 1 to 65535; it says "0".'],
    [{ PORT: '65536' }, 'PORT is a number from 1 to 65535; it says "65536".'],
    [{ HOST: 'http://clinic' }, 'HOST is an address or a host name; it says "http://clinic".'],
    [
      { DATABASE_URL: 'mysql://root:secret@db/clinic' },
      'DATABASE_URL has the form postgresql://user:password@host:port/database.',
    ],
    [
      { DATABASE_OWNER_URL: 'postgresql://owner@db/clinic' },
      'DATABASE_OWNER_URL goes with DATABASE_URL: the same database, as the owner of its tables.',
    ],
    [
      { DATABASE_URL: 'postgresql://db/clinic', DATABASE_POOLER: 'session' },
      'DATABASE_POOLER is transaction, off; it says "session".',
    ],
    [
      { DATABASE_URL: 'postgresql://db/clinic', DATABASE_POOLER: 'transaction' },
      'DATABASE_POOLER=transaction needs DATABASE_URL, the pooler, and DATABASE_DIRECT_URL, the same database past it.',
    ],
    [
      { DATABASE_URL: 'postgresql://db/clinic', DATABASE_DIRECT_URL: 'postgresql://db/clinic' },
      'DATABASE_DIRECT_URL goes with DATABASE_POOLER=transaction.',
    ],
    ...['7', '201', 'many'].map((DATABASE_CONNECTIONS): [NodeJS.ProcessEnv, string] => [
      { DATABASE_CONNECTIONS },
      `DATABASE_CONNECTIONS is a number from 8 to 200; it says "${DATABASE_CONNECTIONS}".`,
    ]),
    [{ BACKUP_AT: '24:00' }, 'BACKUP_AT is a time of the day such as 02:00, or off; it says "24:00".'],
    [{ DEMO_RESET_AT: '3' }, 'DEMO_RESET_AT is a time of the day such as 03:00, or off; it says "3".'],
    [{ BACKUP_KEEP: '0' }, 'BACKUP_KEEP is a number from 1 to 9999; it says "0".'],
    [
      { BACKUP_PASSPHRASE: 'short' },
      'BACKUP_PASSPHRASE has at least 10 characters; four or five random words are best.',
    ],
    [{ REGISTRATION: 'yes' }, 'REGISTRATION is first, open, closed; it says "yes".'],
    [{ LOG_LEVEL: 'trace' }, 'LOG_LEVEL is fatal, error, warn, info, debug, silent; it says "trace".'],
    [{ METRICS: 'yes' }, 'METRICS is on, off; it says "yes".'],
    [{ METRICS_TOKEN: 'too short' }, 'METRICS_TOKEN has at least 16 characters, and no space.'],
    [{ CLOSE_DELAY: '61' }, 'CLOSE_DELAY is a number of seconds from 0 to 60; it says "61".'],
    [{ DEMO: 'true' }, 'DEMO is on, library, off; it says "true".'],
    [{ TLS: 'yes' }, 'TLS is auto, off; it says "yes".'],
    [
      { TLS: 'auto', TLS_CERT: cert, TLS_KEY: key },
      'TLS=auto makes a certificate of its own: remove TLS_CERT and TLS_KEY, or TLS.',
    ],
    [{ TLS_CERT: cert }, 'TLS_CERT and TLS_KEY go together: set both or none.'],
    [{ TLS_KEY: key }, 'TLS_CERT and TLS_KEY go together: set both or none.'],
    [
      { TLS_CERT: '/nowhere/cert.pem', TLS_KEY: key },
      'TLS_CERT names a file that cannot be read: /nowhere/cert.pem.',
    ],
    [
      { TLS_CERT: cert, TLS_KEY: '/nowhere/key.pem' },
      'TLS_KEY names a file that cannot be read: /nowhere/key.pem.',
    ],
    [
      { TRUST_PROXY: 'yes!' },
      'TRUST_PROXY is on, off, a number of proxies or their addresses with commas; it says "yes!".',
    ],
    ...[
      'clinic.example',
      'ftp://clinic.example',
      'https://clinic.example/app',
      'https://u:p@clinic.example',
      'https://clinic.example/?a',
    ].map((bad): [NodeJS.ProcessEnv, string] => [
      { PUBLIC_URL: bad },
      `PUBLIC_URL is this server's address, such as https://clinic.example; it says "${bad}".`,
    ]),
    ...[
      'clinic',
      'a@b, c@d',
      'Clinic clinic@example.com',
      'Clinic <clinic>',
      'a\nBcc: x <clinic@example.com>',
    ].map((bad): [NodeJS.ProcessEnv, string] => [
      { MAIL_FROM: bad },
      `MAIL_FROM is an address such as Elm Street Clinic <clinic@example.com>; it says "${bad}".`,
    ]),
    ...['mail.example', 'http://mail.example', 'smtp://', 'smtp://user:secret@'].map(
      (bad): [NodeJS.ProcessEnv, string] => [
        { SMTP_URL: bad, MAIL_FROM: 'a@b', PUBLIC_URL: 'https://clinic.example' },
        'SMTP_URL has the form smtp://user:password@host:port, or smtps:// where TLS comes before all else.',
      ],
    ),
    ...[{}, { MAIL_FROM: 'a@b' }, { PUBLIC_URL: 'https://clinic.example' }].map(
      (given): [NodeJS.ProcessEnv, string] => [
        { SMTP_URL: 'smtp://mail.example', ...given },
        'SMTP_URL needs MAIL_FROM and PUBLIC_URL: who e-mails come from, and where their links lead.',
      ],
    ),
    ...['1.2.3', ':::', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.1,', 'on,off'].map(
      (bad): [NodeJS.ProcessEnv, string] => [
        { TRUST_PROXY: bad },
        `TRUST_PROXY is on, off, a number of proxies or their addresses with commas; it says "${bad}".`,
      ],
    ),
  ])('refuses %o', (env, message) => {
    expect(complaintAbout(env)).toBe(message)
  })

  it.each([
    ['no certificate', text, key],
    ['no key', cert, text],
    ['a folder', folder, key],
    ['the key of another certificate', cert, otherKey],
  ])('refuses a certificate and key of which one is %s', (_, TLS_CERT, TLS_KEY) => {
    expect(complaintAbout({ TLS_CERT, TLS_KEY })).toMatch(
      `TLS_CERT (${TLS_CERT}) and TLS_KEY (${TLS_KEY}) are not a certificate in PEM form and its key: `,
    )
    expect(complaintAbout({ TLS_CERT, TLS_KEY })).toMatch(/Set the two that belong together\.$/)
  })

  it.each([
    ['this machine', {}, 'http://localhost:3000'],
    ['the address that it listens on', { HOST: '10.0.0.7', PORT: '80' }, 'http://10.0.0.7'],
    ['its address with its own certificate', { TLS: 'auto', HOST: '10.0.0.7' }, 'https://10.0.0.7:3000'],
    ['an IPv6 address', { HOST: '::1' }, 'http://[::1]:3000'],
    ['the name in its certificate', { TLS_CERT: cert, TLS_KEY: key, PORT: '443' }, 'https://clinic.test'],
    ['what it is told', { PUBLIC_URL: 'http://clinic.lan:8080' }, 'http://clinic.lan:8080'],
  ])('[Q-92] has its links lead to %s', (_, env, publicUrl) => {
    expect(readConfig(env).publicUrl).toBe(publicUrl)
  })

  it('[Q-92] has its links lead to this machine in its network where its own certificate is for that', () => {
    const [address = 'localhost'] = lanAddresses()
    expect(readConfig({ TLS: 'auto' }).publicUrl).toBe(`https://${address}:3000`)
  })

  it('names every bad value at once', () => {
    expect(complaintAbout({ PORT: 'x', DEMO: 'y' }).split('\n')).toHaveLength(2)
  })
})
