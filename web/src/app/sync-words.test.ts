import { describe, expect, it } from 'vitest'
import {
  alsoTrue,
  markCount,
  markState,
  markWords,
  panelLines,
  shownWords,
  spokenWords,
  syncLines,
} from './sync-words.ts'
import type { SyncFacts } from './sync-words.ts'

const calm: SyncFacts = {
  state: 'sent',
  unsent: 0,
  unread: 0,
  returning: false,
  oldestAt: null,
  lastHeard: '2026-11-20T15:00:00.000Z',
  reads: true,
  attention: 0,
  discrepancies: 0,
  ledgerAlarms: 0,
  storage: { usage: 10, quota: 100, persisted: true },
  serverReachable: true,
  signInAgain: false,
  storageLost: false,
  storageFull: false,
  loaded: true,
  loading: null,
  differences: 0,
  people: [],
  trouble: null,
  updateRequired: false,
}
const texts = (facts: SyncFacts) => syncLines(facts, 'UTC').map((line) => line.text)

describe('the sync mark', () => {
  it('says in words what its shape and colour say', () => {
    expect(markWords(calm)).toBe('All sent')
    expect(markWords({ ...calm, state: 'sending', unsent: 3 })).toBe('3 to send')
    expect(markWords({ ...calm, state: 'offline' })).toBe('Offline')
    expect(markWords({ ...calm, state: 'offline', unsent: 2 })).toBe('Offline, 2 to send')
    expect(markWords({ ...calm, state: 'attention', attention: 1 })).toBe('1 needs attention, all sent')
    expect(markWords({ ...calm, state: 'stuck', unsent: 4 })).toBe('4 not sent')
    expect(markWords({ ...calm, state: 'stuck', signInAgain: true })).toBe('Log in again')
    expect(markWords({ ...calm, state: 'behind' })).toBe('Not up to date')
  })

  it('shows on one line what its name says first, and says in a narrow bar the number alone', () => {
    const attention = { ...calm, state: 'attention', attention: 1 } as const
    expect(shownWords(calm)).toEqual({ label: 'All sent' })
    expect(shownWords({ ...calm, state: 'sending', unsent: 3 })).toEqual({ label: '3 to send' })
    expect(shownWords({ ...calm, state: 'offline' })).toEqual({ label: 'Offline' })
    const offline = { ...calm, state: 'offline', unsent: 2 } as const
    expect(shownWords(offline)).toEqual({ before: 'Offline, ', label: '2 to send' })
    expect(shownWords({ ...attention, unsent: 3 })).toEqual({ label: '1', after: ' needs attention' })
    for (const facts of [calm, offline, attention, { ...attention, discrepancies: 11 }]) {
      const { before = '', label, after = '' } = shownWords(facts)
      expect(markWords(facts)).toContain(`${before}${label}${after}`)
    }
  })

  it('shows beside what needs attention that there is no network, else that something is to be sent', () => {
    const attention = { ...calm, state: 'attention', attention: 1 } as const
    expect(alsoTrue(attention)).toBeUndefined()
    expect(alsoTrue({ ...attention, unsent: 1 })).toBe('sending')
    expect(alsoTrue({ ...attention, unsent: 1, serverReachable: false })).toBe('offline')
    expect(alsoTrue({ ...calm, state: 'offline', serverReachable: false })).toBeUndefined()
  })

  it('is read out for what a person should know, and not for every save', () => {
    const quiet: Partial<SyncFacts>[] = [
      {},
      { state: 'sending', unsent: 3 },
      { unread: 2 },
      { state: 'reading' },
    ]
    expect(quiet.map((part) => spokenWords({ ...calm, ...part }))).toEqual(['', '', '', ''])
    const offline = [1, 2].map((unsent) => spokenWords({ ...calm, state: 'offline', unsent }))
    expect(offline).toEqual(['Offline', 'Offline'])
    expect(spokenWords({ ...calm, state: 'attention', attention: 1 })).toBe('1 needs attention')
    expect(spokenWords({ ...calm, state: 'stuck', unsent: 4 })).toBe('4 not sent')
  })

  it('says that there is no network also where something needs attention', () => {
    const facts: SyncFacts = { ...calm, state: 'attention', attention: 2, serverReachable: false }
    expect(markWords(facts)).toBe('2 need attention, offline')
    expect(markWords({ ...facts, unsent: 3 })).toBe('2 need attention, offline, 3 to send')
    expect(spokenWords({ ...facts, unsent: 3 })).toBe('2 need attention, offline')
    expect(spokenWords({ ...facts, serverReachable: true, unsent: 3 })).toBe('2 need attention')
  })

  it('says beside what needs attention whether all is sent, as soon as it knows', () => {
    const facts: SyncFacts = { ...calm, state: 'attention', attention: 2 }
    expect(markWords(facts)).toBe('2 need attention, all sent')
    expect(markWords({ ...facts, unsent: 1 })).toBe('2 need attention, 1 to send')
    expect(markWords({ ...facts, unread: 1 })).toBe('2 need attention, 1 to confirm')
    expect(markWords({ ...facts, returning: true })).toBe('2 need attention')
    expect(markWords({ ...facts, loaded: false, loading: 10 })).toBe('2 need attention')
  })

  it('has a check beside “All sent” only: not while a first load is under way, or met by errors', () => {
    const loading: SyncFacts = { ...calm, lastHeard: null, loaded: false, loading: 0 }
    expect(markState(calm)).toBe('sent')
    expect([markWords(loading), markState(loading)]).toEqual(['Loading', 'reading'])
    const refused: SyncFacts = { ...loading, trouble: { status: 503, code: 'unavailable' } }
    expect([markWords(refused), markState(refused)]).toEqual(['Not loading', 'attention'])
    expect(texts(refused)[1]).toContain('is not sending them (503)')
    expect(markState({ ...refused, state: 'offline' })).toBe('offline')
  })

  it('[T7] says “Loading” before the first record has come, to whoever reads any', () => {
    const fresh: SyncFacts = { ...calm, lastHeard: null, loaded: false, loading: null }
    expect([markWords(fresh), markState(fresh)]).toEqual(['Loading', 'reading'])
    expect(texts(fresh)[1]).toContain('Loading the clinic’s records, 0 so far.')
    expect(markWords({ ...fresh, state: 'sending' })).toBe('Loading')
    const readsNone = { ...fresh, reads: false }
    expect([markWords(readsNone), markState(readsNone)]).toEqual(['All sent', 'sent'])
    expect(texts(readsNone).join(' ')).not.toContain('Loading')
    expect(texts({ ...fresh, state: 'offline', serverReachable: false }).join(' ')).not.toContain('Loading')
  })

  it('[T7] counts storage that the browser deleted, and says it', () => {
    const lost: SyncFacts = { ...calm, state: 'attention', storageLost: true, ledgerAlarms: 1 }
    expect([markWords(lost), markCount(lost)]).toEqual(['2 need attention, all sent', 2])
    expect(syncLines(lost, 'UTC')).toContainEqual(expect.objectContaining({ id: 'lost', kind: 'harm' }))
  })

  it('[T7] says that records are still on their way, and that some differed from the server', () => {
    const filling: SyncFacts = { ...calm, lastHeard: null, loaded: false, loading: 15_000 }
    expect(markWords(filling)).toBe('Loading')
    expect(texts(filling)[1]).toBe(
      'Loading the clinic’s records, 15000 so far. Until all are here, saved sheets, draws and balance sheets are not complete.',
    )
    expect(markWords({ ...calm, loading: 15_000 })).toBe('All sent')
    expect(texts({ ...calm, differences: 2 })[1]).toBe(
      '2 times, records on this tablet did not match the server and were loaded again. Tell whoever runs the server.',
    )
  })

  it('never says that all is sent beside records that say “Not sent yet”', () => {
    const unread: SyncFacts = { ...calm, state: 'sending', unread: 2 }
    expect([markWords(unread), markCount(unread)]).toEqual(['2 to confirm', 2])
    expect(texts(unread)[0]).toBe(
      'Everything on this tablet has been sent. 2 changes stay marked “Not sent yet” until this tablet has read them back from the server.',
    )
    expect(texts({ ...unread, state: 'offline', unread: 1, serverReachable: false })[0]).toContain(
      '1 change stays marked',
    )
  })

  it('[L6] says that a restored server lacks what this tablet is about to bring back', () => {
    const back: SyncFacts = { ...calm, state: 'sending', returning: true }
    expect([markWords(back), markWords({ ...back, unsent: 3 })]).toEqual(['Restoring', '3 to send'])
    expect(texts(back)[0]).toBe(
      'The server was restored from a backup. This tablet sends back what the server lost, as soon as someone is logged in and the server answers.',
    )
  })

  it('[W1] says that reads are refused for the age of the app, be anything unsent or not', () => {
    const old: SyncFacts = { ...calm, state: 'attention', unread: 1, updateRequired: true }
    expect([markWords(old), markCount(old)]).toEqual(['Update needed', 1])
    expect(syncLines(old, 'UTC')[1]).toMatchObject({ id: 'update', kind: 'attention' })
    expect(markWords({ ...old, attention: 1 })).toBe('1 needs attention, 1 to confirm')
    const held = texts({ ...old, state: 'stuck', unsent: 1 })
    expect(held.filter((text) => text.includes('Reload the app'))).toHaveLength(1)
    expect(texts({ ...old, state: 'offline', serverReachable: false }).join(' ')).not.toContain(
      'load the app',
    )
  })

  it('claims nothing before this tablet was read', () => {
    const unread: SyncFacts = { ...calm, state: 'reading', lastHeard: null, serverReachable: false }
    expect(markWords(unread)).toBe('Checking')
    expect(texts(unread)).toEqual(['Checking this tablet.'])
  })

  it('asks for a sign-in with the server after one without it', () => {
    const again: SyncFacts = { ...calm, state: 'stuck', signInAgain: true }
    expect(syncLines(again, 'UTC')[0]).toMatchObject({ id: 'sign-in', kind: 'harm' })
    expect(texts({ ...again, state: 'offline', serverReachable: false }).join(' ')).not.toContain('log in')
  })

  it('counts what needs a person when that is what it shows', () => {
    expect(markCount({ ...calm, state: 'attention', unsent: 2, attention: 5 })).toBe(5)
    expect(markCount({ ...calm, state: 'sending', unsent: 2, attention: 0 })).toBe(2)
  })
})

describe('the sync panel', () => {
  it('says that the ledger is not the one that was seen, and counts that as needing a person', () => {
    const cut: SyncFacts = { ...calm, state: 'attention', ledgerAlarms: 1 }
    expect(markWords(cut)).toBe('1 needs attention, all sent')
    expect(markCount({ ...cut, attention: 2 })).toBe(3)
    expect(syncLines(cut, 'UTC')).toContainEqual(expect.objectContaining({ id: 'ledger', kind: 'harm' }))
    expect(texts(calm).join(' ')).not.toContain('ledger')
  })

  it('does not tell who reads no records when others last read here, while the server answers', () => {
    const mine = { ...calm, reads: false }
    expect(texts(mine)).toContain('The server answers.')
    expect(texts(mine).join(' ')).not.toContain('Last heard')
    expect(texts({ ...mine, serverReachable: false }).join(' ')).toContain('Last heard from the server 11/20')
  })

  it('is short while all is well', () => {
    expect(texts(calm)).toEqual([
      'Everything on this tablet has been sent.',
      'Last heard from the server 11/20/2026, 3:00 PM.',
    ])
  })

  it('does not say again below the mark that all is sent', () => {
    const below = (facts: SyncFacts) => panelLines(facts, 'UTC').map(({ id }) => id)
    expect(below(calm)).toEqual(['server'])
    expect(below({ ...calm, state: 'attention', attention: 1 })).toEqual(['attention', 'server'])
    expect(below({ ...calm, unread: 2 })).toContain('unsent')
    expect(below({ ...calm, state: 'offline', serverReachable: false })).toContain('unsent')
    expect(below({ ...calm, state: 'attention', attention: 1, returning: true })).toContain('unsent')
    expect(below({ ...calm, state: 'attention', updateRequired: true })).toContain('unsent')
  })

  it('says how much is unsent and since when', () => {
    const [line] = texts({ ...calm, state: 'sending', unsent: 2, oldestAt: '2026-11-20T14:05:00.000Z' })
    expect(line).toBe(
      '2 changes are not sent yet, the oldest since 11/20/2026, 2:05 PM. They stay on this tablet until the server has them.',
    )
  })

  it('says that the server answers one whom it gives no records', () => {
    expect(texts({ ...calm, serverReachable: true, lastHeard: null })[1]).toBe('The server answers.')
  })

  it('says that work goes on while the server is out of reach', () => {
    expect(texts({ ...calm, state: 'offline', serverReachable: false, lastHeard: null })[1]).toBe(
      'This tablet has not heard from the server yet. It cannot be reached now. You can keep working.',
    )
  })

  it('[T7] says first that nothing is read although the server answers, since when, and what to do', () => {
    const behind: SyncFacts = { ...calm, state: 'behind' }
    expect(syncLines(behind, 'UTC')[0]).toEqual({
      id: 'behind',
      kind: 'harm',
      text: 'The server answers, but this tablet has loaded nothing from it since 11/20/2026, 3:00 PM. Changes by others are missing here. Reload the app. If that does not help, save a diagnosis file under “This tablet” and send it to whoever runs the server.',
    })
    const fault: SyncFacts = { ...behind, lastHeard: null, trouble: { status: 500, code: 'internal' } }
    expect(texts(fault)[0]).toBe(
      'The server answers, but this tablet has not loaded anything from it yet. Changes by others are missing here. Tell whoever runs the server (500).',
    )
  })

  it('names what needs a person, a stuck outbox and unprotected or full storage', () => {
    const lines = (facts: Partial<SyncFacts>) => syncLines({ ...calm, ...facts })
    expect(lines({ attention: 2 })).toContainEqual(
      expect.objectContaining({ id: 'attention', kind: 'attention' }),
    )
    expect(lines({ state: 'stuck', unsent: 1 })[0]?.kind).toBe('harm')
    expect(lines({ storage: { usage: 1, quota: 9, persisted: false } }).at(-1)?.kind).toBe('attention')
    expect(lines({ storage: { usage: 95, quota: 100, persisted: false } }).at(-1)?.kind).toBe('harm')
  })
})

it('[M8] what does not agree counts until somebody has looked at it, together with what else waits', () => {
  const facts = { ...calm, state: 'attention', attention: 1, discrepancies: 2, ledgerAlarms: 1 } as const
  expect(markWords(facts)).toBe('4 need attention, all sent')
  expect(markCount(facts)).toBe(4)
  expect(syncLines(facts).map(({ id }) => id)).toContain('discrepancies')
})

it('[T7] says at once that the server does not take what is sent, and that nobody has to do anything yet', () => {
  const sending: SyncFacts = { ...calm, state: 'sending', unsent: 1, trouble: { status: 500, code: '' } }
  expect(syncLines(sending, 'UTC')[0]).toMatchObject({
    kind: 'plain',
    text: expect.stringContaining('is not accepting changes right now (500). This tablet keeps trying.'),
  })
  expect(syncLines({ ...sending, trouble: null }, 'UTC')[0]?.text).not.toContain('just now')
})

it('[D1] work that is not of the one who looks says whose it is', () => {
  const tom = {
    user_id: 'tom',
    name: 'Tom',
    unsent: 1,
    oldestAt: null,
    shutOut: false,
    removed: false,
    waits: false,
  }
  const facts: SyncFacts = { ...calm, state: 'offline', unsent: 1, people: [tom] }
  const ids = (viewer: string) => syncLines(facts, 'UTC', viewer).map(({ id }) => id)
  expect(ids('tom')).not.toContain('person tom')
  expect(ids('vera')).toContain('person tom')
})

describe('what is stuck says why, and whose it is', () => {
  const stuck: SyncFacts = { ...calm, state: 'stuck', unsent: 2, oldestAt: '2026-11-20T14:00:00.000Z' }
  it.each([
    [{ status: 426, code: 'protocol_unsupported' }, 'Reload the app'],
    [{ status: 503, code: 'unavailable' }, 'cannot store anything (503)'],
    [{ status: 413, code: '' }, 'blocks large requests'],
    [{ status: 400, code: 'invalid_request' }, 'diagnosis file'],
    [null, 'Tell whoever runs the server'],
  ])('%j', (trouble, words) => {
    expect(syncLines({ ...stuck, trouble }, 'UTC')[0]).toMatchObject({
      kind: 'harm',
      text: expect.stringContaining(words),
    })
  })

  it('names the people whose work lies on a shared tablet', () => {
    const person = {
      user_id: 'a',
      name: 'Tom',
      unsent: 2,
      oldestAt: '2026-11-20T14:00:00.000Z',
      shutOut: false,
      removed: false,
      waits: false,
    }
    const people = [
      person,
      { ...person, user_id: 'b', name: 'Vera', unsent: 1, waits: true },
      { ...person, user_id: 'c', name: 'Ana', shutOut: true, removed: true },
      { ...person, user_id: 'd', name: 'Rey', unsent: 1, shutOut: true },
    ]
    expect(texts({ ...stuck, people }).slice(1, 5)).toEqual([
      'Tom: 2 changes not sent, since 11/20/2026, 2:00 PM.',
      'Vera: 1 change not sent, since 11/20/2026, 2:00 PM. It is sent when they next log in.',
      'Ana: 2 changes not sent, since 11/20/2026, 2:00 PM. This person can no longer log in. Someone who may change records created by others can log in on this tablet and send or discard it in Needs Attention.',
      'Rey: 1 change not sent, since 11/20/2026, 2:00 PM. It is sent when they next log in on this tablet. Or someone who may change records created by others can log in here and send or discard it in Needs Attention.',
    ])
    expect(texts({ ...stuck, people })[0]).toContain('without the person who made it')
    const turnedAway = [{ ...person, shutOut: true }]
    expect(texts({ ...stuck, people: turnedAway })[0]).toContain('without the person who made it')
    const orphaned = [{ ...person, shutOut: true, removed: true }]
    expect(texts({ ...stuck, people: orphaned })[0]).toContain('until someone decides what to do with it')
    expect(texts({ ...stuck, people: [person] }).filter((text) => text.startsWith('Tom'))).toEqual([])
  })
})
