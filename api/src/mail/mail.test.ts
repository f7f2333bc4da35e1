import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { mailQueue, type MailQueue } from './mail-queue.ts'
import { Undeliverable, type Message } from './message.ts'
import { smtpDelivery } from './smtp-delivery.ts'
import { smtpServer, SMTP_PASSWORD, TRUSTED, USER, WITH_LOGIN } from './testing-smtp.ts'

const FROM = 'Elm Street Clinic <clinic@example.com>'
const message: Message = {
  to: 'ann@clinic.test',
  subject: 'Grüße',
  text: 'Plain words.\n',
  html: '<p>Words with <b>marks</b>.</p>',
}

const opened: (() => unknown)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close()
})

async function server(options: SMTPServerOptions = {}, port = 0) {
  const made = await smtpServer(options, port)
  opened.push(made.close)
  return made
}
function deliveryTo(url: string) {
  const delivery = smtpDelivery(url, FROM)
  opened.push(delivery.close)
  return delivery.deliver
}

describe('an SMTP_URL', () => {
  test('smtp:// with a login: the message goes over STARTTLS, after the certificate was checked', async () => {
    const { port, received } = await server()
    await deliveryTo(`smtp://${WITH_LOGIN}:${port}/?${TRUSTED}`)(message)
    expect(received).toMatchObject([
      { from: 'clinic@example.com', to: ['ann@clinic.test'], user: USER, secure: true },
    ])
    const [{ text }] = received as [(typeof received)[number]]
    expect(text).toContain('From: Elm Street Clinic <clinic@example.com>\r\n')
    expect(text).toContain('Auto-Submitted: auto-generated\r\n')
    expect(text).toContain('Content-Type: multipart/alternative;')
    expect(text).toContain('\r\nPlain words.\r\n')
    expect(text).toContain('\r\n<p>Words with <b>marks</b>.</p>\r\n')
    expect(text).not.toContain(SMTP_PASSWORD)
  })

  test('smtps:// speaks TLS from the start', async () => {
    const { port, received } = await server({ secure: true })
    await deliveryTo(`smtps://${WITH_LOGIN}:${port}/?${TRUSTED}`)(message)
    expect(received).toMatchObject([{ secure: true, user: USER }])
  })

  test('goes to the one address as it is, whatever a list of addresses could be made of it', async () => {
    const { port, received } = await server()
    await deliveryTo(`smtp://${WITH_LOGIN}:${port}/?${TRUSTED}`)({
      ...message,
      to: 'eve<ann@clinic.test>',
    }).catch(() => undefined)
    expect(received.flatMap(({ to }) => to)).not.toContain('ann@clinic.test')
  })

  test('without a login: a relay in the own network, also without TLS', async () => {
    const { port, received } = await server({ hideSTARTTLS: true })
    await deliveryTo(`smtp://127.0.0.1:${port}`)(message)
    expect(received).toMatchObject([{ secure: false, user: undefined }])
  })

  test('a login is never sent in the clear, unless the address says so', async () => {
    const { port, logins, received } = await server({ hideSTARTTLS: true, allowInsecureAuth: true })
    await expect(deliveryTo(`smtp://${WITH_LOGIN}:${port}`)(message)).rejects.toThrow()
    expect(logins).toEqual([])
    await deliveryTo(`smtp://${WITH_LOGIN}:${port}/?requireTLS=false`)(message)
    expect([logins, received.length]).toEqual([[USER], 1])
  })

  test('a certificate that nobody vouches for is refused, and the login not sent', async () => {
    const { port, logins } = await server()
    await expect(
      deliveryTo(`smtp://${WITH_LOGIN}:${port}/?tls.servername=clinic.test`)(message),
    ).rejects.toThrow(/self-signed certificate/)
    expect(logins).toEqual([])
  })

  test.each<[string, SMTPServerOptions, string]>([
    ['a wrong password', {}, `smtp://clinic:wrong@127.0.0.1`],
    [
      'an unknown recipient',
      {
        onRcptTo: (_, __, done) => done(Object.assign(new Error('No such user'), { responseCode: 550 })),
      },
      `smtp://${WITH_LOGIN}`,
    ],
  ])('%s is final', async (_, options, url) => {
    const { port } = await server(options)
    await expect(deliveryTo(`${url}:${port}/?${TRUSTED}`)(message)).rejects.toThrow(Undeliverable)
  })

  test('a server that is busy is not', async () => {
    const busy = Object.assign(new Error('Try again later'), { responseCode: 451 })
    const { port } = await server({ onRcptTo: (_, __, done) => done(busy) })
    const failure = await deliveryTo(`smtp://127.0.0.1:${port}/?${TRUSTED}`)(message).catch(
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(Undeliverable)
  })
})

describe('the queue', () => {
  type Failure = [what: string, error: string, again: number | null]
  function queue(waits: readonly number[]): { queue: MailQueue; failures: Failure[] } {
    const failures: Failure[] = []
    const made = mailQueue({
      waits,
      failed: (what, error, again) => failures.push([what, (error as Error).message, again]),
    })
    opened.push(() => made.close())
    return { queue: made, failures }
  }

  test('a mail server that is down: each failure is told, and the message arrives when it is up again', async () => {
    const first = await smtpServer()
    await first.close()
    const deliver = deliveryTo(`smtp://${WITH_LOGIN}:${first.port}/?${TRUSTED}`)
    const { queue: jobs, failures } = queue(Array.from({ length: 500 }, () => 20))
    jobs.add('A letter', () => deliver(message))
    await vi.waitFor(() => expect(failures.length).toBeGreaterThan(1), { timeout: 20_000 })
    expect(failures[0]).toEqual(['A letter', expect.stringContaining('ECONNREFUSED'), 20])
    const { received } = await server({}, first.port)
    await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 10_000 })
    const told = failures.length
    // Done is done: nothing is sent twice.
    await jobs.close()
    expect([received.length, failures.length]).toEqual([1, told])
  })

  test('gives up after the last wait, and at once where no later attempt can help', async () => {
    const { queue: jobs, failures } = queue([1, 1])
    jobs.add('A letter', () => Promise.reject(new Error('down')))
    await vi.waitFor(
      () =>
        expect(failures).toEqual([
          ['A letter', 'down', 1],
          ['A letter', 'down', 1],
          ['A letter', 'down', null],
        ]),
      { timeout: 20_000 },
    )
    jobs.add('Another', () => Promise.reject(new Undeliverable('nobody there')))
    await vi.waitFor(() => expect(failures.at(-1)).toEqual(['Another', 'nobody there', null]), {
      timeout: 20_000,
    })
    expect(failures).toHaveLength(4)
  })

  test('closing waits for what is being sent, and says what will not be', async () => {
    const { queue: jobs, failures } = queue([60_000])
    let arrive = () => {}
    let arrived = false
    jobs.add('Under way', async () => {
      await new Promise<void>((resolve) => (arrive = resolve))
      arrived = true
    })
    jobs.add('Waiting', () => Promise.reject(new Error('down')))
    await vi.waitFor(() => expect(failures).toHaveLength(1), { timeout: 20_000 })
    const closed = jobs.close()
    arrive()
    await closed
    expect([arrived, failures]).toEqual([
      true,
      [
        ['Waiting', 'down', 60_000],
        ['Waiting', 'down', null],
      ],
    ])
  })

  test('is not without end', async () => {
    const { queue: jobs, failures } = queue([])
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    for (let i = 0; i < 1001; i++) jobs.add(`Letter ${i}`, () => held)
    expect(failures).toEqual([['Letter 1000', 'Too many e-mails are waiting.', null]])
    release()
    await jobs.close()
  })
})
