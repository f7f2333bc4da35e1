import { expect, test } from 'vitest'
import type { LogEntry, LogReply } from 'sync-protocol/wire/action-log'
import { firstPage, freshShown, withFresh, withOlder } from './log-pages.ts'

const entry = (second: number, id = second): LogEntry => ({
  _id: `00000000-0000-7000-8000-${String(id).padStart(12, '0')}`,
  at: `2026-11-20T10:00:${String(second).padStart(2, '0')}.000000Z`,
  received_at: '2026-11-20T11:00:00.000000Z',
  user_id: '00000000-0000-7000-8000-000000000000',
  user_name: 'Tom',
  org_name: 'Clinic',
  message: `Entry ${id}`,
})
const reply = (entries: LogEntry[], cursor: string | null = null): LogReply => ({
  success: true,
  entries,
  cursor,
  searched_to: cursor,
  server_time: '2026-11-20T12:00:00.000Z',
})
const shown = ({ entries }: { entries: readonly LogEntry[] }) => entries.map(({ message }) => message)

test('what is new waits, once, and takes its place by its own time when it is asked for', () => {
  const pages = firstPage(reply([entry(30), entry(20)], 'more'))
  const waiting = withFresh(withFresh(pages, reply([entry(40), entry(25), entry(30)])), reply([entry(40)]))
  expect(shown(waiting)).toEqual(['Entry 30', 'Entry 20'])
  expect(waiting.fresh).toHaveLength(2)
  expect(shown(freshShown(waiting))).toEqual(['Entry 40', 'Entry 30', 'Entry 25', 'Entry 20'])
  expect(freshShown(waiting)).toMatchObject({ fresh: [], cursor: 'more' })
})

test('is asked for from a minute before the last answer on', () => {
  expect(firstPage(reply([])).since).toBe('2026-11-20T11:59:00.000Z')
})

test('older entries come behind; one that waits as new is not shown twice', () => {
  const pages = withFresh(firstPage(reply([entry(30)], 'more')), reply([entry(5)]))
  const longer = withOlder(pages, reply([entry(20), entry(5), entry(20, 19)]))
  expect(shown(longer)).toEqual(['Entry 30', 'Entry 20', 'Entry 19', 'Entry 5'])
  expect(longer).toMatchObject({ fresh: [], cursor: null })
})
