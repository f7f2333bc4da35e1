import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '../testing.ts'
import type { OpenApi } from './openapi.ts'
import { documentedCalls, nameless, registeredCalls } from './testing-document.ts'

const { call, open } = await testApp()
const document = (await call('GET', '/documentation/json')).body as unknown as OpenApi

test('[API-33] the document is valid OpenAPI 3.1', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate({ ...structuredClone(document) })
  expect([valid, errors, validator.version]).toEqual([true, undefined, '3.1'])
})

test('[API-33] every registered call stands in it, and nothing else', async () => {
  const other = open()
  afterAll(() => other.close())
  const registered = registeredCalls(other)
  await other.ready()
  const calls = registered
    .filter((each) => !each.startsWith('HEAD ') && !each.startsWith('GET /documentation'))
    .map(nameless)
  expect(calls.length).toBeGreaterThan(80)
  expect(documentedCalls(document).toSorted()).toEqual(calls.toSorted())
})

test('one address, whatever its parameters are called, stands in it once', () => {
  const addresses = Object.keys(document.paths).map(nameless)
  expect(addresses).toEqual([...new Set(addresses)])
})

test('every call is told in words, with its group, and names its operation', () => {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item))
  const groups = document.tags.map(({ name }) => name)
  for (const { operationId, summary, description, tags } of operations) {
    expect([operationId, summary.length > 3, description.length > 10]).toEqual([operationId, true, true])
    expect(groups).toEqual(expect.arrayContaining([...tags]))
  }
  const ids = operations.map(({ operationId }) => operationId)
  expect(ids).toEqual([...new Set(ids)])
})

/** Every limit of a text in what this call takes, by the path of its field. */
function longest(method: 'post' | 'put', path: string): Record<string, number> {
  const found: Record<string, number> = {}
  const look = (value: unknown, at: string): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'maxLength') found[at] = inner as number
      const isField = !['properties', 'items', 'anyOf', 'prefixItems'].includes(key) && !/^\d+$/.test(key)
      look(inner, isField ? `${at}.${key}`.replace(/^\./, '') : at)
    }
  }
  look(document.paths[path]?.[method]?.requestBody?.content['application/json']?.schema, '')
  return found
}

test('[API-33] [Q-144] it says how long a text may be as the forms do', () => {
  expect(longest('post', '/drugs/')).toMatchObject({ name: 50, section_name: 50, reference: 200 })
  expect(longest('post', '/procedures/')).toMatchObject({ name: 50, notes: 10_000 })
  expect(longest('post', '/anesthesia-protocols/')).toMatchObject({
    name: 50,
    'sections.title_p': 50,
    'sections.drugs.name': 50,
    'fluids.name': 50,
  })
  expect(longest('post', '/sheets/')).toMatchObject({ name: 50, patient_id: 50, injections: 50 })
  const all = Object.entries(document.paths).flatMap(([path, item]) =>
    (['post', 'put'] as const).flatMap((method) =>
      method in item ? Object.values(longest(method, path)) : [],
    ),
  )
  expect(all.length).toBeGreaterThan(30)
  expect(Math.max(...all)).toBeLessThanOrEqual(10_000)
})
