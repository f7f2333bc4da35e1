import { Banner } from '../../../ui/banner.tsx'
import { isStarted } from './create-flow.ts'
import { createText as text } from './create-text.ts'
import { DoubtfulDraws } from './doubtful-draws.tsx'
import { NewerBalance } from './newer-balance.tsx'
import { useTable, useTableSession } from './session-context.ts'

/** What others did to this table (sync contract M10). */
export function TableNotices({ onOpen }: { onOpen: (id: string) => void }) {
  const session = useTableSession()
  const news = useTable((state) => state.news)
  const apart = useTable((state) => state.apart)
  // Its own balance sheet is none that speaks against the table.
  const stands = useTable(
    ({ flow, saving, saved }) => isStarted(flow.open) && saving !== 'busy' && saved === null,
  )
  return (
    <>
      {news?.kind === 'gone' && (
        <Banner kind="attention" title={text.goneTitle} onDismiss={() => session.readNews()}>
          {text.goneText}
        </Banner>
      )}
      {news?.kind === 'followed' && (
        <Banner kind="info" onDismiss={() => session.readNews()}>
          {text.followed(news.by)}
        </Banner>
      )}
      {apart.map(({ id, name, entries }) => (
        <Banner
          key={id}
          kind="attention"
          title={text.apartTitle}
          action={{ label: text.openOther, onPress: () => onOpen(id) }}
        >
          {text.apartText(name, entries)}
        </Banner>
      ))}
      {stands && <NewerBalance />}
      {stands && <DoubtfulDraws />}
    </>
  )
}
