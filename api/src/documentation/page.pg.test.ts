import { expect, test } from 'vitest'
import { testApp } from '../testing.ts'

const { call } = await testApp()
const browser = { headers: { accept: 'text/html' } }

test('[API-33] the page brings nothing that the security headers forbid', async () => {
  const page = await call('GET', '/documentation', browser)
  const app = await call('GET', '/health')
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.headers['content-security-policy']).toContain("script-src 'self'")
  for (const name of [
    'content-security-policy',
    'x-content-type-options',
    'x-frame-options',
    'permissions-policy',
  ])
    expect([name, page.headers[name]]).toEqual([name, app.headers[name]])
  expect(page.text).not.toMatch(/<style| style=|<script>| on\w+="|https?:\/\//)
})

test('what the page names is there, as what it is', async () => {
  const page = await call('GET', '/documentation', browser)
  const files = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url = '']) => url)
  expect(files.length).toBeGreaterThan(4)
  for (const url of files) {
    const { status, headers } = await call('GET', url)
    const type = { css: 'text/css', js: 'javascript', png: 'image/png' }[url.split('.').at(-1) ?? '']
    expect([url, status, headers['content-type']]).toEqual([
      url,
      200,
      expect.stringContaining(type ?? 'none'),
    ])
    expect(headers['content-security-policy']).toBe(page.headers['content-security-policy'])
  }
})

test('the page sends nothing to the server but the question for the document', async () => {
  const { text } = await call('GET', '/documentation/static/swagger-initializer.js')
  expect(text).toContain('"supportedSubmitMethods":[]')
  expect(text).toMatch(/validatorUrl: null/)
})

test('an unknown address under it is told to be none, also to a browser', async () => {
  const reply = await call('GET', '/documentation/nothing', browser)
  expect([reply.status, reply.body['code']]).toEqual([404, 'not_found'])
})
