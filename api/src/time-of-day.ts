/** The last moment at which it was this time of the day, '02:00', by this computer's clock; `now` itself counts. */
export function lastAt(now: Date, at: string): Date {
  const [hours = 0, minutes = 0] = at.split(':').map(Number)
  const last = new Date(now)
  last.setHours(hours, minutes, 0, 0)
  if (last > now) last.setDate(last.getDate() - 1)
  return last
}

/** The next moment at which it is that, later than `now`. */
export function nextAt(now: Date, at: string): Date {
  const next = lastAt(now, at)
  next.setDate(next.getDate() + 1)
  return next
}
