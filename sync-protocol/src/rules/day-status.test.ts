import { expect, test } from 'vitest'
import { DAY_STATUSES } from '../records/day-row.ts'
import {
  DAY_STATUS_WORDS,
  dayStatusTitle,
  isOver,
  isToDraw,
  nextStatus,
  statusOnceDrawn,
  statusOnceWeighed,
} from './day-status.ts'

test('one press leads from step to step, and ends with the day', () => {
  const walked = ['listed']
  for (let status = nextStatus('listed'); status !== null; status = nextStatus(status)) walked.push(status)
  expect(walked).toEqual(['listed', 'weighed', 'checked', 'drawn', 'in_surgery', 'recovering', 'done'])
  expect(nextStatus('refused')).toBeNull()
  expect(DAY_STATUSES.filter(isOver)).toEqual(['done', 'refused'])
})

test('neither a weight nor a saved sheet takes anybody back', () => {
  expect(DAY_STATUSES.map(statusOnceWeighed)).toEqual(['weighed', ...DAY_STATUSES.slice(1)])
  expect(DAY_STATUSES.filter(isToDraw)).toEqual(['listed', 'weighed', 'checked'])
  expect(DAY_STATUSES.map(statusOnceDrawn)).toEqual([
    'drawn',
    'drawn',
    'drawn',
    ...DAY_STATUSES.slice(DAY_STATUSES.indexOf('drawn')),
  ])
})

test('each status has words, none of them with an underscore', () => {
  expect(Object.values(DAY_STATUS_WORDS).every((words) => /^[a-z ]+$/.test(words))).toBe(true)
})

test('where it begins a line, only its first letter is a capital', () => {
  expect(DAY_STATUSES.map(dayStatusTitle)).toEqual([
    'Listed',
    'Weighed',
    'Checked',
    'Drawn',
    'In surgery',
    'Recovering',
    'Done',
    'Refused',
  ])
})
