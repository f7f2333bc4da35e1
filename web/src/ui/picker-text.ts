/** Words that every picker shares. */
export const pickerText = {
  whose: 'Whose records',
  own: 'Mine',
  organization: 'Organization',
  search: 'Search',
  searchBy: 'Search by',
  sort: 'Sort',
  sorts: {
    'date-descending': 'Newest first',
    'date-ascending': 'Oldest first',
    'name-ascending': 'Name A to Z',
    'name-descending': 'Name Z to A',
  },
  loading: 'Loading the library',
  failed: 'The records of this tablet could not be read.',
  again: 'TRY AGAIN',
  nothingFound: 'Nothing matches this search.',
  clearSearch: 'CLEAR SEARCH',
  chosen: 'Chosen',
  pending: 'not sent yet',
  times: (count: number) => `× ${count}`,
} as const
