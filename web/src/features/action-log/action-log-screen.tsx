import { useState } from 'react'
import { currentUser } from '../../data/people/session.ts'
import { useToday } from '../../records/use-today.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatDate } from '../../ui/format.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { actionLogText as text } from './action-log-text.ts'
import './action-log.css'
import { ExportButton } from './export-button.tsx'
import { dayAbove } from './log-days.ts'
import { LogRow } from './log-row.tsx'
import { LogTools } from './log-tools.tsx'
import { UnsentActions } from './unsent-actions.tsx'
import { useLog } from './use-log.ts'
import { useLogFilter } from './use-log-filter.ts'

/** Who did what, of the whole clinic; it is on the server alone. */
export function ActionLogScreen() {
  const [{ time_zone: timeZone }] = useState(currentUser)
  const filter = useLogFilter()
  return (
    <section className="log fills-screen" aria-label={text.list}>
      <LogTools typed={filter.typed} onChange={filter.change}>
        <ExportButton filter={filter.asked} />
      </LogTools>
      <LogOfFilter key={JSON.stringify(filter.asked)} filter={filter} timeZone={timeZone} />
    </section>
  )
}

interface OfFilter {
  filter: ReturnType<typeof useLogFilter>
  timeZone: string
}

function LogOfFilter({ filter, timeZone }: OfFilter) {
  const log = useLog(filter.asked)
  const fresh = log.pages?.fresh.length ?? 0
  return (
    <>
      <div className="log-bar">
        <Counted log={log} timeZone={timeZone} />
        {fresh > 0 && (
          <Button kind="primary" onClick={log.showFresh}>
            {text.fresh(fresh)}
          </Button>
        )}
      </div>
      <UnsentActions timeZone={timeZone} />
      {log.trouble !== null && log.pages !== null && <StaleNotice log={log} />}
      <Entries log={log} filter={filter} timeZone={timeZone} />
    </>
  )
}

type Log = ReturnType<typeof useLog>

function Counted({ log: { pages, older }, timeZone }: { log: Log; timeZone: string }) {
  if (pages === null) return <span className="log-count" />
  const { entries, cursor, searchedTo } = pages
  const counted = cursor === null ? text.shown(entries.length) : text.shownMore(entries.length)
  const searching =
    older && searchedTo !== null ? ` · ${text.searching(formatDate(searchedTo, timeZone))}` : ''
  return (
    <span className="log-count" aria-live="polite">
      {counted}
      {searching}
    </span>
  )
}

const StaleNotice = ({ log }: { log: Log }) => (
  <Banner kind="attention" action={{ label: text.retry, onPress: log.retry }}>
    {log.trouble === 'offline' ? text.stale : text.failed}
  </Banner>
)

function Entries({ log, filter, timeZone }: OfFilter & { log: Log }) {
  const { pages, trouble, loadOlder } = log
  const today = useToday(timeZone)
  if (pages === null) {
    if (trouble === null) return <Spinner label={text.loading} />
    const [title, said] =
      trouble === 'offline' ? [text.offline, text.offlineText] : [text.failed, text.failedText]
    return <EmptyState title={title} text={said} action={{ label: text.retry, onPress: log.retry }} />
  }
  if (pages.entries.length === 0) {
    if (pages.cursor !== null && trouble === null) return <Spinner label={text.loadingOlder} />
    if (!filter.isFiltered) return <EmptyState title={text.nothing} text={text.nothingText} />
    return (
      <EmptyState
        title={text.empty}
        text={text.emptyText}
        action={{ label: text.clear, onPress: filter.clear }}
      />
    )
  }
  const at = (index: number) => pages.entries[index]
  return (
    <VirtualList
      className="log-rows"
      label={text.list}
      count={pages.entries.length}
      gap={0}
      estimate={50}
      itemKey={(index) => at(index)?._id ?? ''}
      renderItem={(index) => {
        const entry = at(index)
        const day = dayAbove(pages.entries, index, timeZone, today)
        return (
          entry && (
            <>
              {day !== undefined && <h2 className="log-day">{day}</h2>}
              <LogRow
                at={entry.at}
                person={entry.user_name}
                message={entry.message}
                receivedAt={entry.received_at}
                timeZone={timeZone}
              />
            </>
          )
        )
      }}
      onNearEnd={loadOlder}
    />
  )
}
