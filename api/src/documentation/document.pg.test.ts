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
