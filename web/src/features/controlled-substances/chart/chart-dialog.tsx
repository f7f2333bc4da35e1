import { useLiveQuery } from 'dexie-react-hooks'
import { ChartLine, Download } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { safeFileName } from 'sync-protocol/rules/file-name'
import { localDay } from 'sync-protocol/rules/local-day'
import { substanceKey } from 'sync-protocol/rules/substances'
import { dayNumber, dayOfNumber, mondayOf, seriesOf, seriesSince } from 'sync-protocol/rules/substance-series'
import { balanceFacts } from '../../../data/lists/balance-facts.ts'
import { listIndex } from '../../../data/lists/list-index.ts'
import { currentUser } from '../../../data/people/session.ts'
import { isFilling, syncStatus } from '../../../data/database/sync-status.ts'
import { now } from '../../../data/database/time.ts'
import { download } from '../../../ui/download.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { choicesOf } from '../../../ui/choices-of.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { formatDate, formatFileDate, formatNumber } from '../../../ui/format.ts'
import { Modal } from '../../../ui/modal.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Select } from '../../../ui/select.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { showToast } from '../../../ui/toast-queue.ts'
import { useLiveList } from '../../../ui/use-live-list.ts'
import { substanceText } from '../controlled-substances-text.ts'
import { ChartPlot } from './chart-plot.tsx'
import { pictureOf } from './chart-picture.ts'
import { ChartTable } from './chart-table.tsx'
import { chartText as text } from './chart-text.ts'
import { charted } from './chart-time.ts'
import { wordsOfSeries } from './chart-words.ts'
import './chart.css'
import { chartedSubstances, sheetIdsOf, sheetsOf } from './substance-sheets.ts'

type Range = keyof typeof text.ranges
type Shown = keyof typeof text.shows

/** Days back from today, then to the Monday before. */
const RANGE_DAYS = { all: null, year: 365, weeks: 84 } as const satisfies Record<Range, number | null>

const RANGES = choicesOf(text.ranges)
const SHOWS = choicesOf(text.shows)

/** The balance of one controlled substance over time, drawn or as a table (`spec 2 §9`, Q-27). */
export function ChartDialog({ onClose }: { onClose: () => void }) {
  const [user] = useState(currentUser)
  const { items, status, again } = useLiveList(() => listIndex('balances'))
  const facts = balanceFacts(items)
  const substances = useMemo(() => chartedSubstances(facts), [facts])
  const [chosen, setChosen] = useState<string | null>(null)
  const [range, setRange] = useState<Range>('all')
  const [shown, setShown] = useState<Shown>('chart')
  const [saving, setSaving] = useState(false)

  const substance = substances.find((one) => substanceKey(one) === chosen) ?? substances[0]
  const key = substance === undefined ? '' : substanceKey(substance)
  const ids = useMemo(() => sheetIdsOf(facts, key), [facts, key])
  const sheets = useLiveQuery(() => sheetsOf(ids), [ids])
  const today = localDay(new Date(now()).toISOString(), user.time_zone)
  const series = useMemo(() => {
    const whole = seriesOf(sheets ?? [])
    const days = RANGE_DAYS[range]
    const since = days === null ? null : mondayOf(dayOfNumber(dayNumber(today) - days))
    return charted(since === null ? whole : seriesSince(whole, since), since, today)
  }, [sheets, range, today])

  const concentration = formatNumber(substance?.drug_concentration ?? 0)
  const title = substanceText.title(substance?.drug_name ?? '', concentration)
  const words = wordsOfSeries(series, title, today)
  const said = [...words, text.left].join(' ')
  const filling = useStore(syncStatus, isFilling)
  const making = useRef(false)
  const savePicture = async () => {
    // A second press may come before the next rendering.
    if (making.current) return
    making.current = true
    setSaving(true)
    try {
      const lines = [words.join(' '), text.made(user.org_name, formatDate(today))]
      const picture = await pictureOf({ series, title: `${text.title}: ${title}`, lines })
      download(
        picture,
        safeFileName(text.fileName(substance?.drug_name ?? '', concentration, formatFileDate(today))),
      )
      showToast({ text: text.exported })
    } catch (error) {
      console.error(error)
      showToast({ text: text.notExported, kind: 'harm' })
    }
    making.current = false
    setSaving(false)
  }

  const ready = substance !== undefined && sheets !== undefined
  return (
    <Modal
      title={text.title}
      size="full"
      onClose={onClose}
      footer={
        ready && (
          <Button icon={<Download />} busy={saving && text.exporting} onClick={() => void savePicture()}>
            {text.export}
          </Button>
        )
      }
    >
      {status === 'failed' && (
        <EmptyState title={text.failed} action={{ label: text.again, onPress: again }} />
      )}
      {(status === 'reading' || (substance !== undefined && sheets === undefined)) && (
        <Spinner label={text.reading} />
      )}
      {status === 'ready' && substance === undefined && (
        <EmptyState title={text.empty} text={text.emptyText} icon={<ChartLine />} />
      )}
      {ready && (
        <div className="stack">
          {filling && (
            <Banner kind="attention" title={text.loadingTitle}>
              {text.loadingSome}
            </Banner>
          )}
          <div className="chart-choices">
            <Select
              label={text.substance}
              ofDrugs
              value={key}
              options={substances.map((one) => ({
                value: substanceKey(one),
                label: substanceText.title(one.drug_name, formatNumber(one.drug_concentration)),
              }))}
              onChange={setChosen}
            />
            <Segmented label={text.range} value={range} options={RANGES} onChange={setRange} />
            <Segmented label={text.show} value={shown} options={SHOWS} onChange={setShown} />
          </div>
          {shown === 'chart' ? (
            <ChartPlot series={series} words={said} />
          ) : (
            <ChartTable key={`${key}/${range}`} series={series} />
          )}
        </div>
      )}
    </Modal>
  )
}
