import { join } from 'node:path'
import { expect, it } from 'vitest'
import { programFolder, usualDataFolder } from './program-folder.ts'

const release = { isRelease: true, uid: 1000, home: () => '/home/ana', env: {} }

it('keeps the data of a clone beside it, and that of a release where no next one takes its place', () => {
  expect(usualDataFolder()).toBe(join(programFolder, 'data'))
  const folderOn = (platform: NodeJS.Platform, other = {}) =>
    usualDataFolder({ ...release, platform, ...other })
  expect(folderOn('linux')).toBe('/home/ana/.local/share/veterinary-anesthesia')
  expect(folderOn('linux', { env: { XDG_DATA_HOME: '/srv/ana' } })).toBe('/srv/ana/veterinary-anesthesia')
  expect(folderOn('linux', { uid: 0 })).toBe('/var/lib/veterinary-anesthesia')
  expect(folderOn('darwin')).toBe('/home/ana/Library/Application Support/veterinary-anesthesia')
  expect(folderOn('win32', { env: { LOCALAPPDATA: '/AppData' } })).toBe('/AppData/veterinary-anesthesia')
})

it('says what to do for a user without a home', () => {
  const home = () => {
    throw new Error('ENOENT')
  }
  expect(() => usualDataFolder({ ...release, platform: 'linux', home })).toThrow(/Set DATA_DIR to the folder/)
})
