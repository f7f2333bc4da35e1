import { spawn, type ChildProcess } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** WebKit's own driver and window (Debian's webkit2gtk-driver), asked in the W3C's WebDriver protocol. */
const BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'.replace(
  'x86_64',
  process.arch === 'arm64' ? 'aarch64' : 'x86_64',
)
const WITHIN_MS = 30_000
const LOOK_MS = 100

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

export interface WebKit {
  go(url: string): Promise<void>
  reload(): Promise<void>
  back(): Promise<void>
  /** Evaluates an expression in the page. */
  see<T extends Json>(expression: string): Promise<T>
  /** Until the expression is true in the page. */
  until(expression: string, withinMs?: number): Promise<void>
  press(xpath: string): Promise<void>
  type(xpath: string, text: string): Promise<void>
  picture(file: string): Promise<void>
  close(): Promise<void>
}

/** A window of WebKit on a display of its own. What it downloads is put into `home`; it keeps nothing after it is closed. */
export async function openWebKit(port: number, home: string): Promise<WebKit> {
  const env = { ...process.env, HOME: home, LIBGL_ALWAYS_SOFTWARE: '1' }
  const child = spawn('xvfb-run', ['-a', 'WebKitWebDriver', `--port=${port}`], {
    env,
    stdio: 'ignore',
    detached: true,
  })
  try {
    return await begin(child, `http://127.0.0.1:${port}`)
  } catch (error) {
    end(child)
    throw error
  }
}

function end(child: ChildProcess): void {
  if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid)
}

async function begin(child: ChildProcess, address: string): Promise<WebKit> {
  const ask = async (method: string, path: string, body?: Json): Promise<Json> => {
    const response = await fetch(address + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const { value } = (await response.json()) as { value: Json }
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(value)}`)
    return value
  }
  await untilTrue(() => ask('GET', '/status').then(Boolean), 'the driver answers', WITHIN_MS)
  const options = { binary: BROWSER, args: ['--automation', '--geometry=1180x820'] }
  const begun = (await ask('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  })) as { sessionId: string }
  const session = `/session/${begun.sessionId}`

  const see = <T extends Json>(expression: string) =>
    ask('POST', `${session}/execute/sync`, { script: `return (${expression})`, args: [] }) as Promise<T>
  const on = async (xpath: string, what: string, body: Json) => {
    await untilTrue(
      async () => {
        const found = (await ask('POST', `${session}/element`, { using: 'xpath', value: xpath })) as object
        await ask('POST', `${session}/element/${Object.values(found)[0] as string}/${what}`, body)
        return true
      },
      `${what} on ${xpath}`,
      WITHIN_MS,
    )
  }
  return {
    go: async (url) => void (await ask('POST', `${session}/url`, { url })),
    back: async () => void (await ask('POST', `${session}/back`, {})),
    reload: async () => void (await ask('POST', `${session}/refresh`, {})),
    see,
    until: (expression, withinMs = WITHIN_MS) =>
      untilTrue(() => see<boolean>(expression), expression, withinMs),
    press: (xpath) => on(xpath, 'click', {}),
    type: (xpath, text) => on(xpath, 'value', { text }),
    picture: async (file) =>
      writeFileSync(file, Buffer.from((await ask('GET', `${session}/screenshot`)) as string, 'base64')),
    close: async () => {
      await ask('DELETE', session).catch((error: unknown) => console.warn(error))
      end(child)
    },
  }
}

/** What is not there yet, or still moves, is asked for again. */
async function untilTrue(look: () => Promise<boolean>, what: string, withinMs: number): Promise<void> {
  const last = performance.now() + withinMs
  let why: unknown
  for (;;) {
    try {
      if (await look()) return
    } catch (error) {
      why = error
    }
    if (performance.now() > last) throw new Error(`Never: ${what}`, { cause: why })
    await pause(LOOK_MS)
  }
}
