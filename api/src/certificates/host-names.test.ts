import { describe, expect, test } from 'vitest'
import { hostNames, permits, permittedFor } from './host-names.ts'

const interfaces = {
  lo: [{ address: '127.0.0.1' }, { address: '::1' }],
  eth0: [
    { address: '192.168.1.20' },
    { address: 'fe80::1' },
    { address: 'fd12:3456::7' },
    { address: '2001:db8::7' },
  ],
}

describe('the names of this computer', () => {
  test('are its own, those of its network and those that it was given', () => {
    const self = { name: 'RECEPTION.clinic.example', interfaces }
    expect(hostNames(['anesthesia.lan', '10.0.0.4', '[fd00::4]'], self)).toEqual({
      dns: ['localhost', 'reception.clinic.example', 'reception.local', 'anesthesia.lan'],
      ip: ['127.0.0.1', '::1', '192.168.1.20', 'fd12:3456::7', '10.0.0.4', 'fd00::4'],
    })
  })

  test('leave out what is no name', () => {
    for (const name of ['front_desk', '3f2a9c01be77'])
      expect(hostNames([''], { name, interfaces: {} })).toEqual({
        dns: ['localhost'],
        ip: ['127.0.0.1', '::1'],
      })
  })
})

describe('what an authority may speak for', () => {
  const permitted = permittedFor({
    dns: ['localhost', 'reception', 'reception.local'],
    ip: ['192.168.1.20', '203.0.113.9', '2001:db8::7'],
  })

  test.each([
    'localhost',
    'reception',
    'frontdesk.local',
    'a.b.lan',
    'clinic.home.arpa',
    '10.255.0.1',
    '172.31.0.1',
    '192.168.77.3',
    '203.0.113.9',
    'fd00::1',
    '2001:db8::7',
  ])('%s is permitted', (name) => {
    expect(permits(permitted, name)).toBe(true)
  })

  test.each([
    'frontdesk',
    'bank.example',
    'evil-local',
    'notlocal',
    '172.32.0.1',
    '203.0.113.10',
    '8.8.8.8',
    '2001:db8::8',
    'fc00::1',
  ])('%s is not', (name) => {
    expect(permits(permitted, name)).toBe(false)
  })
})
