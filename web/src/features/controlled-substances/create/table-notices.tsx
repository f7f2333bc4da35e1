import { Banner } from '../../../ui/banner.tsx'
import { createText as text } from './create-text.ts'
import { useTable, useTableSession } from './session-context.ts'

/** What others did to this table (sync contract M10). */
export function TableNotices({ onOpen }: { onOpen: (id: string) => void }) {
  const session = useTableSession()
  const news = useTable((state) => state.news)
  const apart = useTable((state) => state.apart)
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
    </>
  )
}
