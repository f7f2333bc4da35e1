import { expect, it } from 'vitest'
import { installWords, storageWords } from './device-facts.tsx'

it('says how this browser installs the app, never how another one would', () => {
  expect(installWords('done')).toBe('This is the installed app.')
  expect(installWords('none')).toMatch(/cannot install apps/)
  expect(installWords('dock-mac')).toMatch(/Add to Dock/)
  expect(installWords('menu-samsung')).toMatch(/Add page to/)
  expect(installWords('share-ipad')).toMatch(/Press Share/)
})

it('says how full the storage is, in GB from 1 GB on', () => {
  const words = storageWords({ usage: 8_000_000, quota: 10_745_000_000, persisted: true })
  expect(words).toMatch(/^8.0 MB used of 10.7 GB\. /)
})
