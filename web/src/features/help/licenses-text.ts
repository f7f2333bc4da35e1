export const licensesText = {
  own: 'This app is free software under the MIT license. Anyone may use it, change it, and pass it on.',
  others: 'It contains the work of others. Their licenses follow.',
  loading: 'Loading the licenses…',
  offline: 'They are on the server. Open this page again when there is a network.',
  failed: 'The server could not show them. Open this page again later.',
} as const
