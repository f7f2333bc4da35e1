export const timeZoneText = {
  label: 'Time Zone',
  hint: 'Sheets and records are dated in this time zone.',
  title: 'Choose Time Zone',
  search: 'Search for a city or region',
  none: 'No time zone matches this search.',
} as const
