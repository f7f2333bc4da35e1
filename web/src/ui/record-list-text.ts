/** Words that every list shares. */
export const recordListText = {
  search: 'Search',
  searchBy: 'Search By',
  sort: 'Sort',
  order: 'Order',
  selectAll: 'Select all',
  selected: (count: number) => `${count} SELECTED`,
  deleteSelected: 'Delete selected',
  loading: 'Loading records',
  failed: 'Could not read the records on this tablet.',
  failedText: 'Nothing is lost. Try again. If that does not help, reload the page.',
  again: 'TRY AGAIN',
  nothingFound: 'Nothing matches this search.',
  clearSearch: 'CLEAR SEARCH',
} as const
