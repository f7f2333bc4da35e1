import { ChevronDown, ChevronUp, SlidersHorizontal } from 'lucide-react'
import { useEffect, useId, useState, type ReactNode } from 'react'
import type { LogPerson } from 'sync-protocol/wire/action-log'
import { DateField } from '../../ui/date-field.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { Select } from '../../ui/select.tsx'
import { actionLogText as text } from './action-log-text.ts'
import { readPeople } from './log-calls.ts'
import { daysSaid } from './log-days.ts'
import { EVERYBODY, wrongDays, type TypedFilter } from './use-log-filter.ts'

const TRY_AGAIN_MS = 15_000

interface LogToolsProps {
  typed: TypedFilter
  onChange: (some: Partial<TypedFilter>) => void
  /** What is done with all that the filter means. */
  children: ReactNode
}

export function LogTools({ typed, onChange, children }: LogToolsProps) {
  const filtersId = useId()
  const [folded, setFolded] = useState(true)
  const people = usePeople()
  const options = people.map(({ _id, name, removed }) => ({
    value: _id,
    label: removed ? text.removed(name) : name,
  }))
  const person = options.find(({ value }) => value === typed.user)?.label ?? text.everybody
  const isChosen = typed.user !== EVERYBODY || typed.from !== '' || typed.to !== ''
  return (
    <div className="log-tools" data-folded={folded || undefined}>
      <SearchBox label={text.search} value={typed.search} onChange={(search) => onChange({ search })} />
      <button
        type="button"
        className="log-chip"
        data-chosen={isChosen || undefined}
        aria-expanded={!folded}
        aria-controls={filtersId}
        onClick={() => setFolded(!folded)}
      >
        <SlidersHorizontal aria-hidden />
        <span className="visually-hidden">{text.filter} </span>
        <span className="log-chosen">
          {person}, {daysSaid(typed)}
        </span>
        {folded ? <ChevronDown aria-hidden /> : <ChevronUp aria-hidden />}
      </button>
      <div id={filtersId} className="log-filters">
        <Select
          label={text.person}
          value={typed.user}
          options={[{ value: EVERYBODY, label: text.everybody }, ...options]}
          onChange={(user) => onChange({ user })}
        />
        <DateField
          label={text.from}
          value={typed.from}
          error={wrongDays(typed)}
          onChange={(from) => onChange({ from })}
        />
        <DateField label={text.to} value={typed.to} onChange={(to) => onChange({ to })} />
      </div>
      <div className="log-export">{children}</div>
    </div>
  )
}

/** Read once the server answers; without it the log is of everybody. */
function usePeople(): readonly LogPerson[] {
  const [people, setPeople] = useState<readonly LogPerson[] | null>(null)
  const missing = people === null
  useEffect(() => {
    const read = () => {
      if (missing) readPeople().then(setPeople, (error: unknown) => console.error(error))
    }
    read()
    const timer = setInterval(read, TRY_AGAIN_MS)
    addEventListener('online', read)
    return () => {
      clearInterval(timer)
      removeEventListener('online', read)
    }
  }, [missing])
  return people ?? []
}
