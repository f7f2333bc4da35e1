/** The words of the exported action log. */
export const exportText = {
  columns: (timeZone: string) => [
    `Date and time (${timeZone})`,
    'Date and time (UTC)',
    'Received (UTC)',
    'Person',
    'Organization',
    'Message',
  ],
  fileName: (from: string, to: string) => `Action log ${from} - ${to}.csv`,
  /** What the log itself says of an export. */
  exported: (limits: readonly string[]) =>
    `Exported the action log${limits.length === 0 ? '' : ` (${limits.join(', ')})`}`,
  person: (name: string) => `of ${name}`,
  from: (day: string) => `from ${day}`,
  to: (day: string) => `to ${day}`,
  words: (search: string) => `with the words '${search}'`,
}
