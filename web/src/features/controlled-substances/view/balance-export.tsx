import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo, useRef, useState } from 'react'
import { checkFileName, defaultBalanceFileName, safeFileName } from 'sync-protocol/rules/file-name'
import { ledgerPlace } from '../../../data/view/ledger-head.ts'
import { isLive } from '../../../data/database/clinic-rows.ts'
import { getRecord } from '../../../data/view/records.ts'
import { rowPeople } from '../../../data/view/row-people.ts'
import { currentUser } from '../../../data/people/session.ts'
import { ORIENTATIONS, type BalancePaper, type Orientation } from '../../../exports/balance-paper.ts'
import { isDrugLost, unprintableOnBalance } from '../../../exports/balance-letters.ts'
import { readInitialsChoice, rememberInitialsChoice } from '../../../exports/balance-settings.ts'
import { pagesOnPaper } from '../../../exports/paper-pages.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Form } from '../../../ui/form.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { GrowingField } from '../../../ui/growing-field.tsx'
import { balancePaperOf } from './balance-paper-of.ts'
import './balance-view.css'
import { balanceViewText as text } from './balance-view-text.ts'
import { GenerateRow } from './generate-row.tsx'
import { useMaking } from './use-making.ts'

const CHOICES = ORIENTATIONS.map((value) => ({ value, label: text.orientations[value] }))

/** File name, digital initials, orientation and GENERATE, for the balance sheet `id` (`spec 2 §2`, `§9`). Needs no network. */
export function BalanceExport({ id }: { id: string }) {
  const [user] = useState(currentUser)
  const paper = useLiveQuery(async () => {
    const record = await getRecord('balances', id)
    if (!record || !isLive(record)) return null
    return balancePaperOf(record, user, await ledgerPlace('balances', id), await rowPeople(record))
  }, [id])
  if (paper === undefined) return null
  if (paper === null) return <p>{text.gone}</p>
  return <ExportForm key={id} paper={paper} userId={user._id} />
}

function ExportForm({ paper, userId }: { paper: BalancePaper; userId: string }) {
  const { content } = paper
  const [fileName, setFileName] = useState(() => defaultBalanceFileName(content))
  const [mistake, setMistake] = useState<string | null>(null)
  const [initials, setInitials] = useState(() => readInitialsChoice(userId))
  const [orientation, setOrientation] = useState<Orientation>('landscape')
  const { state, start, cancel } = useMaking(text.failed)
  const input = useRef<HTMLTextAreaElement>(null)
  const isLost = isDrugLost(content)
  const missing = useMemo(() => unprintableOnBalance(paper), [paper])
  const pages = useMemo(() => pagesOnPaper(content.pages, orientation).length, [content, orientation])

  const generate = () => {
    const wrong = checkFileName(fileName)
    setMistake(wrong)
    if (wrong !== null) {
      input.current?.focus()
      return
    }
    const name = `${safeFileName(fileName)}.pdf`
    const log = { action: 'balance.export', detail: name.slice(0, 200), ops: [] }
    void start({ kind: 'balance', paper, options: { orientation, initials } }, pages, name, log)
  }
  return (
    <Form className="stack" onSubmit={generate}>
      {isLost && (
        <Banner kind="attention" title={text.nameless}>
          {text.namelessText(content.drug_name)}
        </Banner>
      )}
      {!isLost && missing.length > 0 && (
        <Banner kind="attention" title={text.unprintable}>
          {text.unprintableText(missing.join(' '))}
        </Banner>
      )}
      {!paper.ledger.entered && <Banner kind="info">{text.notInLedger}</Banner>}
      <GrowingField
        label={text.fileName}
        value={fileName}
        onChange={(value) => {
          setFileName(value)
          setMistake(null)
        }}
        suffix={text.suffix}
        error={mistake ?? undefined}
        inputRef={input}
        onEnter={generate}
      />
      <Checkbox
        label={text.initials}
        description={text.initialsText}
        checked={initials}
        onChange={(checked) => {
          setInitials(checked)
          rememberInitialsChoice(userId, checked)
        }}
      />
      <div className="balance-orientation">
        <Segmented label={text.orientation} value={orientation} options={CHOICES} onChange={setOrientation} />
        <output className="quiet small">{text.onPaper(pages)}</output>
      </div>
      <GenerateRow state={state} refused={isLost} failed={text.failed} onCancel={cancel} />
    </Form>
  )
}
