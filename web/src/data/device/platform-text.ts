/** What browsers are called. */
export const browserNames = {
  edge: 'Edge',
  samsung: 'Samsung Internet',
  firefox: 'Firefox',
  chrome: 'Chrome',
  safari: 'Safari',
} as const
