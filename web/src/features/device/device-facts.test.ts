import { expect, it } from 'vitest'
import { installWords } from './device-facts.tsx'

it('says how this browser installs the app, never how another one would', () => {
  expect(installWords('done')).toBe('This is the installed app.')
  expect(installWords('none')).toMatch(/does not install apps/)
  expect(installWords('dock-mac')).toMatch(/Add to Dock/)
  expect(installWords('menu-samsung')).toMatch(/Add page to/)
  expect(installWords('share-ipad')).toMatch(/Press Share/)
})
