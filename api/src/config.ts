import { accessSync, constants, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { createSecureContext } from 'node:tls'
import { z } from 'zod'
import { CannotStart } from './cannot-start.ts'
import { LOG_LEVELS, type LogLevel } from './logging/log-levels.ts'
import { ownAddress } from './own-address.ts'
import { usualDataFolder } from './program-folder.ts'

/** Of e-mails that become files only. */
const UNNAMED_SENDER = 'Veterinary Anesthesia <no-reply@localhost>'

const readable = (name: string) =>
  z.string().refine(
    (path) => {
      try {
        accessSync(path, constants.R_OK)
        return true
      } catch {
        return false
      }
    },
    { error: (issue) => `${name} names a file that cannot be read: ${String(issue.input)}.` },
  )

const oneOf = <const T extends readonly [string, ...string[]]>(name: string, values: T) =>
  z.enum(values, { error: (issue) => `${name} is ${values.join(', ')}; it says "${String(issue.input)}".` })

const databaseAddress = (name: string) =>
  z
    .string()
    .refine((text) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text.replace('@/', '@localhost/')), {
      // The value may hold a password, so the message does not repeat it.
      error: `${name} has the form postgresql://user:password@host:port/database.`,
    })

/** An address such as 10.0.0.1, or a network such as 10.0.0.0/8. */
function isNetwork(text: string): boolean {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return longest > 0 && (bits === undefined || (Number(bits) >= 1 && Number(bits) <= longest))
}

const isProxies = (text: string) => /^(on|off|\d{1,2})$/.test(text) || text.split(',').every(isNetwork)

function isMailServer(text: string): boolean {
  if (!/^smtps?:\/\//.test(text) || !URL.canParse(text)) return false
  return new URL(text).hostname !== ''
}

/** An address, or one behind a name: `Elm Street Clinic <clinic@example.com>`. */
const isSender = (text: string) =>
  /^[^\s@<>",;]+@[^\s@<>",;]+$|^[^\r\n@<>",;]+ <[^\s@<>",;]+@[^\s@<>",;]+>$/.test(text)

/** A scheme, a host and perhaps a port, and nothing else. */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, origin, href } = new URL(text)
  return /^https?:$/.test(protocol) && href === `${origin}/`
}

const timeOfDay = (name: string, example: string) =>
  z.string().regex(/^(off|([01]\d|2[0-3]):[0-5]\d)$/, {
    error: (issue) =>
      `${name} is a time of the day such as ${example}, or off; it says "${String(issue.input)}".`,
  })
const unlessOff = (text: string) => (text === 'off' ? undefined : text)

/** At three, unless somebody works in the demonstration who has its password; at another time because the operator says so. */
function resetsOf(text: string | undefined): Config['resetDemonstration'] {
  if (text === undefined) return { at: '03:00', always: false }
  return text === 'off' ? undefined : { at: text, always: true }
}

const badConnections = (issue: { input?: unknown }) =>
  `DATABASE_CONNECTIONS is a number from 8 to 200; it says "${String(issue.input)}".`

/** What the first start makes of an empty embedded database. */
const DEMONSTRATIONS = { on: 'week', library: 'library', off: false } as const

const environment = z
  .object({
    PORT: z
      .string()
      .regex(/^\d+$/, {
        error: (issue) => `PORT is a number from 1 to 65535; it says "${String(issue.input)}".`,
      })
      .transform(Number)
      .refine((port) => port >= 1 && port <= 65_535, {
        error: (issue) => `PORT is a number from 1 to 65535; it says "${String(issue.input)}".`,
      })
      .default(3000),
    // Every network interface: the clinic's tablets have to reach this machine over the LAN.
    HOST: z
      .string()
      .regex(/^[\w.:-]+$/, {
        error: (issue) => `HOST is an address or a host name; it says "${String(issue.input)}".`,
      })
      .default('0.0.0.0'),
    DATA_DIR: z
      .string()
      .transform((path) => resolve(path))
      .default(() => usualDataFolder()),
    DATABASE_URL: databaseAddress('DATABASE_URL').optional(),
    DATABASE_OWNER_URL: databaseAddress('DATABASE_OWNER_URL').optional(),
    DATABASE_POOLER: oneOf('DATABASE_POOLER', ['transaction', 'off']).default('off'),
    DATABASE_DIRECT_URL: databaseAddress('DATABASE_DIRECT_URL').optional(),
    DATABASE_CONNECTIONS: z
      .string()
      .regex(/^\d{1,3}$/, { error: badConnections })
      .transform(Number)
      .refine((count) => count >= 8 && count <= 200, { error: badConnections })
      .default(15),
    REGISTRATION: oneOf('REGISTRATION', ['first', 'open', 'closed']).default('first'),
    DEMO: oneOf('DEMO', ['on', 'library', 'off']).default('on'),
    DEMO_RESET_AT: timeOfDay('DEMO_RESET_AT', '03:00').optional(),
    BACKUP_AT: timeOfDay('BACKUP_AT', '02:00').default('02:00'),
    BACKUP_DIR: z
      .string()
      .transform((path) => resolve(path))
      .optional(),
    BACKUP_KEEP: z
      .string()
      .regex(/^[1-9]\d{0,3}$/, {
        error: (issue) => `BACKUP_KEEP is a number from 1 to 9999; it says "${String(issue.input)}".`,
      })
      .transform(Number)
      .default(14),
    // The value is not repeated.
    BACKUP_PASSPHRASE: z
      .string()
      .min(10, { error: 'BACKUP_PASSPHRASE has at least 10 characters; four or five random words are best.' })
      .optional(),
    TLS: oneOf('TLS', ['auto', 'off']).default('off'),
    TLS_CERT: readable('TLS_CERT').optional(),
    TLS_KEY: readable('TLS_KEY').optional(),
    TRUST_PROXY: z
      .string()
      .transform((text) => text.replaceAll(/\s/g, ''))
      .refine(isProxies, {
        error: (issue) =>
          `TRUST_PROXY is on, off, a number of proxies or their addresses with commas; it says "${String(issue.input)}".`,
      })
      .transform((text) => {
        // `on` is one proxy: the names before its own are whatever the caller wrote.
        if (text === 'on') return 1
        if (text === 'off') return false
        return /^\d+$/.test(text) ? Number(text) : text.split(',')
      })
      .default(false),
    SMTP_URL: z
      .string()
      // The value may hold a password, so the message does not repeat it.
      .refine(isMailServer, {
        error:
          'SMTP_URL has the form smtp://user:password@host:port, or smtps:// where TLS comes before all else.',
      })
      .optional(),
    MAIL_FROM: z
      .string()
      .refine(isSender, {
        error: (issue) =>
          `MAIL_FROM is an address such as Elm Street Clinic <clinic@example.com>; it says "${String(issue.input)}".`,
      })
      .optional(),
    LOG_LEVEL: oneOf('LOG_LEVEL', LOG_LEVELS).default('warn'),
    METRICS: oneOf('METRICS', ['on', 'off']).optional(),
    // The value is not repeated.
    METRICS_TOKEN: z
      .string()
      .regex(/^\S{16,}$/, { error: 'METRICS_TOKEN has at least 16 characters, and no space.' })
      .optional(),
    CLOSE_DELAY: z
      .string()
      .regex(/^([0-9]|[1-5]\d|60)$/, {
        error: (issue) =>
          `CLOSE_DELAY is a number of seconds from 0 to 60; it says "${String(issue.input)}".`,
      })
      .transform(Number)
      .default(0),
    PUBLIC_URL: z
      .string()
      .refine(isOrigin, {
        error: (issue) =>
          `PUBLIC_URL is this server's address, such as https://clinic.example; it says "${String(issue.input)}".`,
      })
      .transform((text) => new URL(text).origin)
      .optional(),
  })
  .refine((values) => values.DATABASE_OWNER_URL === undefined || values.DATABASE_URL !== undefined, {
    error: 'DATABASE_OWNER_URL goes with DATABASE_URL: the same database, as the owner of its tables.',
  })
  .refine(
    ({ DATABASE_POOLER, DATABASE_URL, DATABASE_DIRECT_URL }) =>
      DATABASE_POOLER === 'off' || (DATABASE_URL !== undefined && DATABASE_DIRECT_URL !== undefined),
    {
      error:
        'DATABASE_POOLER=transaction needs DATABASE_URL, the pooler, and DATABASE_DIRECT_URL, the same database past it.',
    },
  )
  .refine(
    ({ DATABASE_POOLER, DATABASE_DIRECT_URL }) =>
      DATABASE_POOLER !== 'off' || DATABASE_DIRECT_URL === undefined,
    { error: 'DATABASE_DIRECT_URL goes with DATABASE_POOLER=transaction.' },
  )
  .refine((values) => (values.TLS_CERT === undefined) === (values.TLS_KEY === undefined), {
    error: 'TLS_CERT and TLS_KEY go together: set both or none.',
  })
  .refine(({ TLS, TLS_CERT, TLS_KEY }) => TLS === 'off' || (TLS_CERT ?? TLS_KEY) === undefined, {
    error: 'TLS=auto makes a certificate of its own: remove TLS_CERT and TLS_KEY, or TLS.',
  })
  .refine(
    ({ SMTP_URL, MAIL_FROM, PUBLIC_URL }) =>
      SMTP_URL === undefined || (MAIL_FROM !== undefined && PUBLIC_URL !== undefined),
    {
      error: 'SMTP_URL needs MAIL_FROM and PUBLIC_URL: who e-mails come from, and where their links lead.',
    },
  )

/** The names of all settings. */
export const SETTINGS: readonly string[] = Object.keys(environment.shape)

export interface Config {
  port: number
  host: string
  dataFolder: string
  /** Undefined: the embedded database in the data folder. */
  databaseUrl: string | undefined
  /** The external database as the owner of its tables, where the server works as another role. */
  ownerUrl: string | undefined
  /** The external database past the pooler of transactions that `databaseUrl` leads to; undefined where there is none. */
  directUrl: string | undefined
  /** How many connections to the database this process opens at once. */
  connections: number
  backups: {
    folder: string
    /** How many of each sort are kept. */
    keep: number
    /** '02:00', by this computer's clock; undefined where there are none by themselves. */
    at: string | undefined
    /** Seals every backup. */
    passphrase: string | undefined
  }
  registration: 'first' | 'open' | 'closed'
  /** Only ever fills an empty embedded database. */
  demonstration: false | 'library' | 'week'
  /** When, by this computer's clock, and whoever works in it; undefined where the demonstration stays as people leave it. */
  resetDemonstration: { at: string; always: boolean } | undefined
  /** `auto`: certificates of the server's own, in the data folder. Else paths of the files. */
  tls: 'auto' | { cert: string; key: string } | undefined
  /** So many proxies before this server, or their addresses. */
  trustProxy: false | number | string[]
  /** Without `smtpUrl`, e-mails become files in the data folder. */
  mail: { smtpUrl: string | undefined; from: string }
  /** The origin that links in e-mails lead to. */
  publicUrl: string
  logLevel: LogLevel
  /** Who may ask for the metrics: whoever has the token, everybody without one, nobody where this is undefined. */
  metrics: { token: string | undefined } | undefined
  /** For how many seconds a server that was told to end still takes calls, and is not ready. */
  closeDelay: number
}

export class BadConfiguration extends CannotStart {}

/** @throws BadConfiguration naming every bad value, one a line. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  // An empty value is what a shell or a compose file leaves of a variable that is not set.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success)
    throw new BadConfiguration(parsed.error.issues.map((issue) => issue.message).join('\n'))
  const values = parsed.data
  const pair = values.TLS_CERT && values.TLS_KEY ? { cert: values.TLS_CERT, key: values.TLS_KEY } : undefined
  if (pair) assertPair(pair)
  const tls = values.TLS === 'auto' ? values.TLS : pair
  return {
    port: values.PORT,
    host: values.HOST,
    dataFolder: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    ownerUrl: values.DATABASE_OWNER_URL,
    directUrl: values.DATABASE_DIRECT_URL,
    connections: values.DATABASE_CONNECTIONS,
    backups: {
      folder: values.BACKUP_DIR ?? join(values.DATA_DIR, 'backups'),
      keep: values.BACKUP_KEEP,
      at: unlessOff(values.BACKUP_AT),
      passphrase: values.BACKUP_PASSPHRASE,
    },
    registration: values.REGISTRATION,
    demonstration: values.DATABASE_URL === undefined && DEMONSTRATIONS[values.DEMO],
    resetDemonstration: resetsOf(values.DEMO_RESET_AT),
    tls,
    trustProxy: values.TRUST_PROXY,
    mail: { smtpUrl: values.SMTP_URL, from: values.MAIL_FROM ?? UNNAMED_SENDER },
    publicUrl: values.PUBLIC_URL ?? ownAddress({ tls, host: values.HOST, port: values.PORT }),
    logLevel: values.LOG_LEVEL,
    metrics: asksForMetrics(values) ? { token: values.METRICS_TOKEN } : undefined,
    closeDelay: values.CLOSE_DELAY,
  }
}

interface Asked {
  METRICS?: 'on' | 'off' | undefined
  METRICS_TOKEN?: string | undefined
}
const asksForMetrics = ({ METRICS, METRICS_TOKEN }: Asked) =>
  METRICS === 'on' || (METRICS !== 'off' && METRICS_TOKEN !== undefined)

function assertPair({ cert, key }: { cert: string; key: string }): void {
  try {
    createSecureContext({ cert: readFileSync(cert), key: readFileSync(key) })
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new BadConfiguration(
      `TLS_CERT (${cert}) and TLS_KEY (${key}) are not a certificate in PEM form and its key: ${why}. Set the two that belong together.`,
      { cause },
    )
  }
}
