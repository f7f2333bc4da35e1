/** Words that every list shares. */
export const recordListText = {
  search: 'Search',
  searchBy: 'Search By',
  sort: 'Sort',
  order: 'Order',
  selectAll: 'Select all',
  selected: (count: number) => `${count} SELECTED`,
  deleteSelected: 'Delete selected',
  loading: 'Reading the records of this tablet',
  failed: 'The records of this tablet could not be read.',
  failedText: 'None of them is lost. Try again; if it stays so, load the page again.',
  again: 'TRY AGAIN',
  nothingFound: 'Nothing matches this search.',
  clearSearch: 'CLEAR SEARCH',
} as const
