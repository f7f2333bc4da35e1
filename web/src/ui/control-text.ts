/** Words of the controls that every screen shares. */
export const controlText = {
  dismiss: 'Dismiss',
  back: 'Back',
  clearSearch: 'Clear search',
  messages: 'Messages',
  optional: '(optional)',
  /** Read out in place of the marks. */
  guards: { red: 'Warning:', amber: 'Check:' },
} as const
