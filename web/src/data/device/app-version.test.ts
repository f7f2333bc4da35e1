import { expect, test } from 'vitest'
import { version } from '../../../package.json' with { type: 'json' }
import { APP_VERSION } from './app-version.ts'

test('the version is the package’s', () => {
  expect(APP_VERSION).toBe(version)
})
