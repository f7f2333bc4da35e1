import { useEffect, useState } from 'react'
import { localDay } from 'sync-protocol/rules/local-day'
import { now } from '../data/database/time.ts'

const LOOK_MS = 20_000
const todayIn = (timeZone: string) => localDay(new Date(now()).toISOString(), timeZone)

/** The clinic's day, also past midnight. */
export function useToday(timeZone: string): string {
  const [today, setToday] = useState(() => todayIn(timeZone))
  useEffect(() => {
    const look = () => setToday(todayIn(timeZone))
    look()
    const timer = setInterval(look, LOOK_MS)
    return () => clearInterval(timer)
  }, [timeZone])
  return today
}
