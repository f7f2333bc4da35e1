import { expect, test } from 'vitest'
import { testApp } from '../testing.ts'
import { escaped, inline } from './html.ts'
import type { OpenApi } from './openapi.ts'

const { call } = await testApp()

test('[API-33] the page tells every call, and brings nothing that the security headers forbid', async () => {
  const page = await call('GET', '/documentation', { headers: { accept: 'text/html' } })
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.headers['content-security-policy']).toContain("script-src 'self'")
  expect(page.text).not.toMatch(/<style| style=|<script>| on\w+="|https?:\/\//)
  const document = (await call('GET', '/documentation/json')).body as unknown as OpenApi
  for (const [path, item] of Object.entries(document.paths)) {
    expect(page.text).toContain(`<code>${path}</code>`)
    for (const { operationId } of Object.values(item)) expect(page.text).toContain(`id="${operationId}"`)
  }
})

test('what the page names is there, as what it is', async () => {
  const page = await call('GET', '/documentation')
  const files = [...page.text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, url = '']) => url)
  expect(files).toEqual(['/documentation/page.css', '/documentation/search.js', '/documentation/json'])
  const types = await Promise.all(files.map(async (url) => (await call('GET', url)).headers['content-type']))
  expect(types).toEqual(
    ['text/css', 'text/javascript', 'application/json'].map((type) => `${type}; charset=utf-8`),
  )
  const targets = [...page.text.matchAll(/href="#([^"]+)"/g)].map(([, id = '']) => id)
  for (const id of targets) expect(page.text).toContain(`id="${id}"`)
})

test('an unknown address under it is told to be none, also to a browser', async () => {
  const reply = await call('GET', '/documentation/nothing', { headers: { accept: 'text/html' } })
  expect([reply.status, reply.body['code']]).toEqual([404, 'not_found'])
})

test('texts are escaped before anything in them becomes markup', () => {
  expect(escaped(`<a href="x">'&`)).toBe('&lt;a href=&quot;x&quot;&gt;&#39;&amp;')
  expect(inline('`<b>` and **<i>**')).toBe('<code>&lt;b&gt;</code> and <strong>&lt;i&gt;</strong>')
})
