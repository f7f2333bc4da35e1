import { describe, expect, it } from 'vitest'
import { ROUTES, titleOf } from './route-table.ts'
import type { RouteEntry } from './route-table.ts'
import { homeOf, whereTo } from './where-to.ts'

type Who = 'out' | 'no list' | '[]' | '[0]' | '[1]' | '[0,1]' | '[2]' | '[3]'
const PEOPLE: Record<Who, Parameters<typeof whereTo>[1]> = {
  out: { user: null },
  'no list': { user: {} },
  '[]': { user: { org_perms: [] } },
  '[0]': { user: { org_perms: [0] } },
  '[1]': { user: { org_perms: [1] } },
  '[0,1]': { user: { org_perms: [0, 1] } },
  '[2]': { user: { org_perms: [2] } },
  '[3]': { user: { org_perms: [3] } },
}
const WHO = Object.keys(PEOPLE) as Who[]

// One column a person, in the order of PEOPLE; S stays, X is signed out.
const RECORDS = '/login X X /organization S S /error /error'
const MANAGERS = '/login X X S / S /error /error'
const GUESTS = 'S X X / / / / /'
const EVERYONE = 'S S S S S S S S'
const ANYONE = '/login X X S S S S S'
const EXPECTED: Record<string, string> = {
  '/': RECORDS,
  '/organization': MANAGERS,
  '/clinic-settings': MANAGERS,
  '/new-sheet': RECORDS,
  '/day': RECORDS,
  '/ready': RECORDS,
  '/emergency-now': RECORDS,
  '/calculator': RECORDS,
  '/drugs/:species': RECORDS,
  '/anesthesia/:species': RECORDS,
  '/emergency/:species': RECORDS,
  '/injections/:species': RECORDS,
  '/procedures/:species': RECORDS,
  '/single-draws/:species': RECORDS,
  '/patients/:species': RECORDS,
  '/controlled-substances': RECORDS,
  '/controlled-substances/new': RECORDS,
  '/login': GUESTS,
  '/forgot-password': GUESTS,
  '/reset-password/:id': GUESTS,
  '/setup': GUESTS,
  '/needs-attention': RECORDS,
  '/account': ANYONE,
  '/device': ANYONE,
  '/devices': MANAGERS,
  '/action-log': MANAGERS,
  '/ledger': '/login X X S / S S /error',
  '/help/guide': ANYONE,
  '/help/:topic?': ANYONE,
  '/error': EVERYONE,
}

const answer = (word: string) => (word === 'S' ? 'stay' : word === 'X' ? 'sign out' : word)
const SPECIES = ['canine', 'feline'] as const
const visits = (entry: RouteEntry) =>
  entry.pattern.includes(':species') ? SPECIES.map((species) => ({ ...entry, species })) : [entry]

describe('the route table', () => {
  it('names exactly these routes', () => {
    expect(ROUTES.map((entry) => entry.pattern)).toEqual(Object.keys(EXPECTED))
  })

  it.each(ROUTES.map((entry) => [entry.pattern, entry] as const))(
    '%s lets in whom it should',
    (pattern, entry) => {
      for (const visit of visits(entry)) {
        expect(WHO.map((who) => whereTo(visit, PEOPLE[who]))).toEqual(
          EXPECTED[pattern]?.split(' ').map(answer),
        )
      }
    },
  )

  it('sends an unknown species to /error, and a guest to /login first', () => {
    const species = ROUTES.filter((entry) => entry.pattern.includes(':species'))
    expect(species).toHaveLength(7)
    for (const entry of species) {
      for (const word of ['equine', 'Canine', 'exotic', '0', '']) {
        const visit = { ...entry, species: word }
        expect(whereTo(visit, PEOPLE['[1]'])).toBe('/error')
        expect(whereTo(visit, PEOPLE['[0]'])).toBe('/error')
        expect(whereTo(visit, PEOPLE.out)).toBe('/login')
      }
    }
  })

  it('checks the token on /, /organization and /new-sheet alone', () => {
    const confirmed = ROUTES.filter(({ access }) => typeof access === 'object' && access.confirmed)
    expect(confirmed.map((entry) => entry.pattern)).toEqual(['/', '/organization', '/new-sheet'])
  })

  it('leads back to Home only who may open it, and others to what stands for it', () => {
    expect(WHO.map((who) => homeOf(PEOPLE[who]))).toEqual([
      '/',
      null,
      null,
      '/organization',
      '/',
      '/',
      null,
      null,
    ])
  })

  it('titles the document word for word', () => {
    const title = (pattern: string) => {
      const entry = ROUTES.find((one) => one.pattern === pattern)
      return entry && titleOf(entry, 'canine')
    }
    expect(title('/')).toBe('Veterinary Anesthesia Protocols')
    expect(title('/error')).toBe('Veterinary Anesthesia Protocols')
    expect(title('/login')).toBe('Log In | Veterinary Anesthesia')
    expect(title('/forgot-password')).toBe('Forgot Password | Veterinary Anesthesia')
    expect(title('/new-sheet')).toBe('New Sheet | Veterinary Anesthesia')
    expect(title('/emergency-now')).toBe('Emergency | Veterinary Anesthesia')
    expect(title('/calculator')).toBe('Infusions and Fluids | Veterinary Anesthesia')
    expect(title('/anesthesia/:species')).toBe('Canine Anesthesia Protocols | Veterinary Anesthesia')
    expect(title('/patients/:species')).toBe('Saved Canine Sheets | Veterinary Anesthesia')
    expect(title('/controlled-substances')).toBe('Controlled Substances | Veterinary Anesthesia')
  })
})
