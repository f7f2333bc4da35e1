import { asKnown } from 'sync-protocol/records/known'
import { useLiveQuery } from 'dexie-react-hooks'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { sheetDraft } from 'sync-protocol/records/draft'
import { withMine } from 'sync-protocol/merge/three-way'
import { kinds } from 'sync-protocol/records/kinds'
import { waitsOfDraft } from '../../data/attention/attention.ts'
import { sheetIsDeleted, sheetStands, type SetAside } from '../../data/drafts/followed-sheet.ts'
import { currentClinic, session as signedIn } from '../../data/people/session.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { takeOverText } from '../../records/take-over-text.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { savedOtherwise, sheetOfSaved } from '../../records/row-weighing.ts'
import { wordsOfDraft, type Elsewhere } from './elsewhere.ts'
import { isSaved } from './open-sheet.ts'
import { useSession, useSheet } from './session-context.ts'
import { useBesideSaved } from '../../records/saved-beside.ts'
import type { SheetDesk } from './sheet-desk.ts'
import { sheetText as text } from './sheet-text.ts'
import './from-elsewhere.css'

/** A saved sheet, to be read. */
export type RenderSaved = (saved: NonNullable<Elsewhere['saved']>) => ReactNode

const useTimeZone = () => useStore(signedIn, ({ user }) => user?.time_zone)
const shown = (words: string | undefined) => (words === undefined || words === '' ? text.none : words)

/** What another tablet entered into the open sheet, and what was entered on two at once. */
export function FromElsewhere() {
  const session = useSession()
  const came = useSheet((state) => state.came)
  const setAside = useSheet((state) => state.setAside)
  const parts = came?.parts.filter((part) => part in text.parts) ?? []
  return (
    <>
      {came !== null && parts.length > 0 && (
        <Banner kind="attention" title={text.came(came.by)} onDismiss={() => session.readWhatCame()}>
          {parts.map((part) => (
            <div key={part}>{text.cameLine(text.parts[part] ?? part, shown(came.said[part]))}</div>
          ))}
        </Banner>
      )}
      {setAside.map((one) => (
        <TwoVersions key={one.record._id} one={one} />
      ))}
    </>
  )
}

/** What stands here was saved, and whoever reads it must know that somebody deleted that. */
export function SavedDeleted() {
  const savedAs = useSheet(({ sheet }) => sheet.draft.saved_as)
  const isDeleted = useLiveQuery(
    async () => savedAs !== null && (await sheetIsDeleted(currentClinic(), savedAs)),
    [savedAs],
  )
  if (isDeleted !== true) return null
  return (
    <Banner kind="attention" title={text.savedDeleted}>
      {text.savedDeletedText}
    </Banner>
  )
}

/** What was saved beside the sheet that stands here, while nobody changes it: it may be drawn up from this screen still. */
export function SavedBeside() {
  const draft = useSheet(({ sheet }) => sheet.draft)
  const isAsSaved = useSheet(({ sheet }) => isSaved(sheet))
  const beside = useBesideSaved()
  const { saved_as } = draft
  const other = isAsSaved && saved_as !== null ? savedOtherwise(beside(saved_as), draft) : null
  if (other === null) return null
  return (
    <Banner kind={other.isDoubtful === true ? 'attention' : 'harm'} title={other.title}>
      {other.here}
    </Banner>
  )
}

/** Two versions of a part of the sheet: one is chosen, and until then nothing is exported. */
function TwoVersions({ one }: { one: SetAside }) {
  const session = useSession()
  const timeZone = useTimeZone()
  const draft = useSheet(({ sheet }) => sheet.draft)
  const { groups } = one.conflict
  const wanted = asKnown(sheetDraft, withMine(kinds.drafts, draft, groups))
  const said = (of: typeof draft | null) => {
    const words = of && wordsOfDraft(of)
    return groups.map(({ group }) => shown(words?.[group])).join(', ')
  }
  const choose = (choice: 'theirs' | 'mine') => {
    session.choose(one, choice).catch((error: unknown) => {
      console.error(error)
      showToast({ kind: 'harm', text: text.notSaved })
    })
  }
  const { author_name, date_created } = one.record.meta
  return (
    <section className="sheet-versions">
      <Banner
        kind="attention"
        title={text.asideTitle(groups.map(({ group }) => text.parts[group] ?? group).join(', '))}
      >
        {text.asideText(author_name, formatDateTime(date_created, timeZone))}
      </Banner>
      <div className="row">
        <Button onClick={() => choose('theirs')}>{text.asideStands(said(draft))}</Button>
        {wanted !== undefined && (
          <Button onClick={() => choose('mine')}>{text.asideUse(said(wanted))}</Button>
        )}
      </div>
    </section>
  )
}

/** The screen once another tablet saved the sheet, or put it away. */
export function EndedElsewhere({
  ended,
  desk,
  renderSaved,
}: {
  ended: Elsewhere
  desk: SheetDesk
  renderSaved: RenderSaved
}) {
  const session = useSession()
  const timeZone = useTimeZone()
  const draft = useSheet(({ sheet }) => sheet.draft)
  const { how, by, at, draftId, saved, differs, open } = ended
  const waits = useLiveQuery(() => waitsOfDraft(draftId), [draftId])
  const beside = useBesideSaved()
  const corrected = saved && savedOtherwise(beside(saved._id), sheetOfSaved(saved.sheet))
  const savedId = saved?._id
  const isGone = useLiveQuery(
    async () => savedId !== undefined && !(await sheetStands(currentClinic(), savedId)),
    [savedId],
  )
  const moment = formatDateTime(at, timeZone)
  const here = Object.entries(wordsOfDraft(draft)).filter(
    ([part, words]) => words !== '' && part !== 'outcome',
  )
  const keeps = saved === null ? draft.species !== -1 || draft.name !== '' : differs.length > 0
  const discard = () => {
    session
      .endLeftover()
      .then(() => desk.startEmpty())
      .catch((error: unknown) => {
        console.error(error)
        showToast({ kind: 'harm', text: text.notSaved })
      })
  }
  const takeBack = () => {
    desk.takeBack(draftId).then(
      (taken) => taken || showToast({ kind: 'attention', text: takeOverText.over }),
      (error: unknown) => {
        console.error(error)
        showToast({ kind: 'harm', text: takeOverText.failed })
      },
    )
  }
  return (
    <div className="sheet-elsewhere stack-wide">
      <Banner kind="attention" title={text.elsewhere[how](by, moment)}>
        {isGone === true ? text.savedGone : text.elsewhereText[how]}
      </Banner>
      {corrected !== null && (
        <Banner kind={corrected.isDoubtful === true ? 'attention' : 'harm'} title={corrected.title}>
          {corrected.here}
        </Banner>
      )}
      {differs.length > 0 && (
        <Banner kind="harm" title={text.differsTitle}>
          {differs.map(({ part, here: was, saved: is }) => (
            <div key={part}>{text.differs(text.parts[part] ?? part, shown(was), shown(is))}</div>
          ))}
          <div>
            {text.differsText} {waits === true && text.differsWaits}
          </div>
        </Banner>
      )}
      {saved === null ? (
        <dl className="sheet-here">
          {here.map(([part, words]) => (
            <div key={part}>
              <dt>{text.parts[part]}</dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <section className="sheet-elsewhere-saved">{renderSaved(saved)}</section>
      )}
      <footer className="sheet-actions">
        <Button kind="primary" onClick={() => desk.startEmpty()}>
          {text.newSheet}
        </Button>
        {how === 'handed-over' && <Button onClick={takeBack}>{takeOverText.takeBack}</Button>}
        {keeps && <Button onClick={() => desk.keepMine()}>{text.keepMine}</Button>}
        {open && differs.length > 0 && <Button onClick={discard}>{text.discardMine}</Button>}
      </footer>
    </div>
  )
}
