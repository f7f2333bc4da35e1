import { expect, it } from 'vitest'
import { destination } from './destination.ts'
import { homeText } from './home-text.ts'

it('leads each choice code to its screen, and any other to /error', () => {
  const screens = [1, 2, 3, 4, 5, 7, 8].map((code) => destination(code, 0))
  expect(screens).toEqual([
    '/drugs/canine',
    '/anesthesia/canine',
    '/emergency/canine',
    '/injections/canine',
    '/procedures/canine',
    '/patients/canine',
    '/single-draws/canine',
  ])
  expect(destination(7, 1)).toBe('/patients/feline')
  expect([0, 6, 9, -1].map((code) => destination(code, 1))).toEqual(Array(4).fill('/error'))
})

it('offers the five choices in the order of their codes', () => {
  expect(homeText.choices.map(({ code, label }) => [destination(code, 1), label])).toEqual([
    ['/drugs/feline', 'Anesthesia Drugs'],
    ['/anesthesia/feline', 'Anesthesia Protocols'],
    ['/emergency/feline', 'Emergency Protocols'],
    ['/injections/feline', 'Miscellaneous Injections'],
    ['/procedures/feline', 'Procedures'],
  ])
})
