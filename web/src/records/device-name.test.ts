import { expect, test } from 'vitest'
import { deviceName } from './device-name.ts'

const TABLET = { _id: '0195a1f1-aa01-7f00-8e11-2c3d4e5f6071', name: 'Surgery 1', platform: 'Safari on iPad' }

test('a tablet is called as people call it, else by its browser and the end of its id', () => {
  expect(deviceName(TABLET)).toBe('Surgery 1')
  expect(deviceName({ ...TABLET, name: null })).toBe('Safari on iPad (6071)')
  expect(deviceName({ ...TABLET, name: '' })).toBe('Safari on iPad (6071)')
  expect(deviceName({ ...TABLET, name: null, platform: null })).toBe('Tablet 6071')
})
