import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ListQuery } from '../data/lists/list-search.ts'
import type { Species } from '../paths.ts'
import type { RecordListProps } from '../ui/record-list.tsx'
import { listText as text } from './list-text.ts'
import type { List } from './use-list.ts'

/** Where a search finds nothing: what the other species has of it, and the way there. `pathOf`: of the same list of a species. */
export function useOtherSpecies<F extends ListQuery['field'], S extends ListQuery['sort']>(
  { kind, species, shown, query, search, searchAlikeUnder }: List<F, S>,
  pathOf: ((species: Species) => string) | undefined,
): RecordListProps<unknown, string, string, string>['elsewhere'] {
  const navigate = useNavigate()
  const other: Species = species === 1 ? 0 : 1
  const isAsked = pathOf !== undefined && shown.length === 0 && query.text.trim() !== ''
  const found = useMemo(() => (isAsked ? search({ species: other }).length : 0), [isAsked, search, other])
  if (pathOf === undefined || found === 0) return undefined
  return {
    text: text.foundUnder(text.speciesNames[other], kind.words.counted(found)),
    label: text.showThere,
    onPress: () => {
      searchAlikeUnder(other)
      void navigate(pathOf(other))
    },
  }
}
